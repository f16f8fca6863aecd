// The page without a game: unfinished games, and everything for a new one.

import { h, put } from "./dom.js";
import { hearFiles } from "./drops.js";
import { icon } from "./icons.js";
import { chooser, unfinished } from "./newgame.js";

/** The bar and the room below it, which all pages but the table have. */
export function frame(app, title, here) {
  const link = (name, label, href, key) =>
    h("a", { class: "tool", href, "aria-current": key === here ? "page" : null }, icon(name), h("span", {}, label));
  const main = h("main", { class: "page", tabindex: 0 });
  document.title = `${title} – Solitaire`;
  put(
    app,
    h(
      "header",
      { class: "bar" },
      h("h1", { class: "title" }, title),
      h(
        "nav",
        { class: "tools", "aria-label": "Pages" },
        link("home", "Games", "/new", "home"),
        link("stats", "Statistics", "/stats", "stats"),
        link("odds", "Odds", "/odds", "odds"),
        h(
          "button",
          { class: "tool", type: "button", onclick: async () => (await import("./dialogs.js")).settingsDialog() },
          icon("settings"),
          h("span", {}, "Settings"),
        ),
      ),
    ),
    main,
  );
  takeFiles(main);
  return main;
}

/** A file of a game that is dropped on the page is dealt at a table, or shown here with what is wrong with it. */
function takeFiles(main) {
  const side = h("section", { class: "panel" });
  const note = h("p", { class: "sheet bad", role: "alert" });
  const show = (element) => {
    side.remove();
    note.remove();
    main.prepend(element);
    main.scrollTop = 0;
  };
  const refused = (sentence) => {
    note.textContent = sentence;
    show(note);
  };
  // As much of a table as the editor asks of one.
  const table = {
    state: { game: { deal: "" } },
    go: ({ path, id }) => location.assign(path ?? `/game/${id}`),
    closePanel: () => side.remove(),
    hands: { begin: () => main.focus() },
  };
  hearFiles(async (text, name) => {
    try {
      const { openPanel } = await import("./panels.js");
      show(side);
      await openPanel(table, "yaml", side, { text, name });
    } catch {
      refused("The server cannot be reached.");
    }
  }, refused);
}

export async function show(app, start) {
  const main = frame(app, "Games", "home");
  const old = h("div", { class: "items" });
  const going = h("section", { class: "sheet", hidden: true }, h("h2", {}, "Go on with"), old);
  const box = h("div", { class: "newgame" });
  main.append(
    start.error ? h("p", { class: "sheet bad", role: "alert" }, start.error) : "",
    going,
    h("section", { class: "sheet" }, h("h2", {}, "New game"), box),
  );
  const go = ({ id, path }) => location.assign(path ?? `/game/${id}`);
  unfinished(old, go).then((number) => (going.hidden = !number));
  const variant = new URLSearchParams(location.search).get("variant") ?? "";
  const made = await chooser(box, { first: variant, begun: go });
  if (!matchMedia("(pointer: coarse)").matches) made.field.focus({ preventScroll: true });
}
