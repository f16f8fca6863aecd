// What stands beside the table: the rules, all moves, and the game's file to change.

import { h, put, request } from "./dom.js";

const WAIT = 500; // Milliseconds after the last key before a file is checked.

/** Fill the panel; gives {changed, renew}, functions that are called after a step and for another game. */
export async function openPanel(game, name, side, options) {
  const heading = h("h2", {});
  const body = h("div", { class: "body", tabindex: 0 });
  side.setAttribute("aria-label", { rules: "Rules", moves: "Moves", yaml: "The game's file" }[name]);
  side.className = `panel ${name}`;
  put(
    side,
    h(
      "header",
      {},
      heading,
      h("button", { class: "close", type: "button", "aria-label": "Close", onclick: () => game.closePanel() }, "×"),
    ),
    body,
  );
  side.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    game.closePanel();
    game.hands.begin();
  };
  return PANELS[name](game, heading, body, options);
}

/** Rules as the server tells them, as elements. */
export function rulesElements(sections) {
  return sections.map(({ heading, sentences, items }) =>
    h(
      "section",
      {},
      heading && h("h3", {}, heading),
      sentences?.length > 0 && h("p", {}, sentences.join(" ")),
      items?.length > 0 &&
        h(
          "ul",
          {},
          items.map((item) => h("li", {}, item)),
        ),
    ),
  );
}

async function rules(game, heading, body) {
  const show = async () => {
    const answer = await game.ask({ t: "rules" });
    if (!answer) return;
    heading.textContent = answer.name ?? "Rules";
    put(body, rulesElements(answer.sections ?? []));
  };
  await show();
  return { renew: show };
}

async function moves(game, heading, body) {
  heading.textContent = "Moves";
  const show = async () => {
    const answer = await game.ask({ t: "moves" });
    if (!answer) return;
    const row = (number, content) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: number === answer.at ? "now" : number > answer.at ? "undone" : "",
            "aria-current": number === answer.at ? "step" : null,
            onclick: () => game.ask({ t: "to", moves: number }),
          },
          content,
        ),
      );
    put(
      body,
      h(
        "ol",
        { start: 0 },
        row(0, [h("span", {}, "The deal")]),
        answer.moves.map(({ text, told }, at) => row(at + 1, [h("kbd", {}, text), h("span", {}, told)])),
      ),
    );
    body.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  };
  await show();
  return { changed: show, renew: show };
}

/** A file of a game, checked while it is written, dealt with the seed of the game that is played. */
async function yaml(game, heading, body, options) {
  heading.textContent = "The game's file";
  const area = h("textarea", {
    class: "source",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": "The game in YAML",
    wrap: "off",
  });
  const gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
  const found = h("div", { class: "found", role: "status", "aria-live": "polite" });
  const live = h("input", { type: "checkbox", checked: true });
  const deal = h("button", { type: "button", class: "main", onclick: () => check(true) }, "Deal");
  let name = options.name ?? "my_game.yaml",
    timer = 0,
    last = 0,
    number = 0;

  const lines = () => {
    const count = area.value.split("\n").length;
    if (count !== last) gutter.textContent = Array.from({ length: count }, (_, at) => at + 1).join("\n");
    last = count;
  };
  const goTo = (line, col) => {
    const before =
      area.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(before + Math.max(col - 1, 0), before + Math.max(col - 1, 0) + 1);
    area.scrollTop = Math.max(line - 5, 0) * parseFloat(getComputedStyle(area).lineHeight);
  };
  const check = async (begin) => {
    clearTimeout(timer);
    const mine = ++number;
    const answer = await request("/api/yaml", {
      text: area.value,
      name,
      deal: game.state.game.daily ? "" : game.state.game.deal,
      begin,
      from: game.id,
    });
    if (mine !== number) return;
    if (answer.error) {
      put(found, h("p", { class: "bad" }, answer.error));
      return;
    }
    const problems = answer.problems.map(({ line, col, text, hint }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", onclick: () => goTo(line || 1, col || 1) },
          line ? h("b", {}, `${line}:${col || 1} `) : null,
          text,
          hint ? h("em", {}, ` ${hint}`) : null,
        ),
      ),
    );
    const warnings = (answer.warnings ?? []).map((text) => h("li", { class: "soft" }, text));
    put(
      found,
      answer.ok
        ? h("p", { class: "good" }, `${answer.name || "The game"} is in order${answer.path ? ", and dealt." : "."}`)
        : h(
            "p",
            { class: "bad" },
            problems.length === 1 ? "One thing is wrong:" : `${problems.length} things are wrong:`,
          ),
      h("ul", {}, problems, warnings),
    );
    gutter.dataset.bad = "";
    if (answer.ok && answer.path) game.go(answer);
  };
  area.addEventListener("input", () => {
    lines();
    clearTimeout(timer);
    timer = setTimeout(() => area.isConnected && check(live.checked), WAIT);
  });
  area.addEventListener("scroll", () => (gutter.scrollTop = area.scrollTop));
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) check(true);
    if (event.key !== "Tab" || event.shiftKey) return;
    event.preventDefault();
    area.setRangeText("  ", area.selectionStart, area.selectionEnd, "end");
  });
  const file = h("input", {
    type: "file",
    accept: ".yaml,.yml,text/yaml",
    class: "hear",
    "aria-label": "Open a file",
    tabindex: -1,
    onchange: async () => {
      const [picked] = file.files;
      if (!picked) return;
      [area.value, name] = [await picked.text(), picked.name];
      lines();
      check(true);
    },
  });
  const save = () => {
    const address = URL.createObjectURL(new Blob([area.value], { type: "text/yaml" }));
    h("a", { href: address, download: name }).click();
    URL.revokeObjectURL(address);
  };
  put(
    body,
    h(
      "p",
      { class: "soft" },
      `Change the rules and see them dealt at once${game.id ? ", with the same seed" : ""}. A file can be dropped on the page, too.`,
    ),
    h("div", { class: "editor" }, gutter, area),
    found,
    h(
      "div",
      { class: "buttons" },
      deal,
      h("button", { type: "button", onclick: () => file.click() }, "Open a file"),
      h("button", { type: "button", onclick: save }, "Download"),
      file,
      h("label", { class: "check" }, live, "deal at every change"),
    ),
  );
  if (options.text !== undefined) {
    area.value = options.text;
    lines();
    await check(true);
  } else {
    const answer = await request(`/api/yaml/${game.id}`);
    area.value = answer.text ?? "";
    name = answer.name ?? name;
    if (answer.error) put(found, h("p", { class: "bad" }, answer.error));
    lines();
  }
  return {};
}

const PANELS = { rules, moves, yaml };
