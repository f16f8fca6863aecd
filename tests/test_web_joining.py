"""The page's script and style sheet are served with all that they import, from plain files."""

from __future__ import annotations

import re

import pytest

from solitaire_engine.errors import SolitaireError
from solitaire_engine.web.assets import FOLDER, SCRIPT, SHEET, Assets
from solitaire_engine.web.joining import joined_modules, joined_sheet

FILES = {
    "app.js": 'import { add } from "./sums.js";\nimport {\n  name as called,\n} from "./names.js";\nadd(called);\n',
    "sums.js": 'import { name } from "./names.js";\nexport const add = (one) => one + name;\n',
    "names.js": 'const hidden = 1;\nexport const name = "n";\nexport function other() {}\nexport class Third {}\n',
    "later.js": 'import { name } from "./names.js";\n',
}


def test_a_module_is_joined_once_and_before_those_that_import_it() -> None:
    whole = joined_modules(FILES, "app.js")["app.js"]
    assert whole.count("const hidden = 1;") == 1
    assert whole.index("const $names") < whole.index("const $sums") < whole.index("add(called)")
    assert "return { name, other, Third };" in whole and "const { name: called } = $names;" in whole


def test_a_joined_module_is_passed_on_under_its_own_name_and_others_are_left_alone() -> None:
    made = joined_modules(FILES, "app.js")
    assert sorted(made) == ["app.js", "names.js", "sums.js"]
    assert made["names.js"].endswith('from "./app.js";\nexport const { name, other, Third } = $names;\n')


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('import { a } from "./none.js";\n', "app.js imports none.js, which is not there"),
        ('import all from "./names.js";\n', "app.js: .*cannot be joined"),
        ("export default 1;\n", "app.js: .*cannot be joined"),
        ('import { a } from "./app.js";\n', "app.js imports itself: app.js > app.js"),
    ],
)
def test_what_cannot_be_joined_is_named(text: str, told: str) -> None:
    with pytest.raises(SolitaireError, match=told):
        joined_modules({**FILES, "app.js": text}, "app.js")


def test_style_sheets_are_joined_in_their_order() -> None:
    files = {"page.css": '@import "a.css";\n@import "b.css";\n', "a.css": "a {}", "b.css": "b {}"}
    assert joined_sheet(files, "page.css") == "a {}\nb {}\n"
    with pytest.raises(SolitaireError, match=r"page\.css imports b\.css, which is not there"):
        joined_sheet({name: text for name, text in files.items() if name != "b.css"}, "page.css")


def test_the_page_gets_all_of_a_table_in_one_script_and_one_style_sheet() -> None:
    assets = Assets()
    index, script, sheet = (assets.get(name) for name in ("index.html", SCRIPT, SHEET))
    assert index is not None and script is not None and sheet is not None
    assert re.findall(rb"/static/@/([a-z_]+\.(?:js|css))", index.body) == [SHEET.encode(), b"theme.js", SCRIPT.encode()]
    assert b"class Table" in script.body and b"class Game" in script.body and b'from "./' not in script.body
    assert b"@import" not in sheet.body and (FOLDER / "windows.css").read_bytes() in sheet.body
