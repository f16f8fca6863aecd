// The table's small dialogs: menu, settings, keys, sharing, typed moves, a choice of moves.

import { h, openDialog } from "./dom.js";
import { icon } from "./icons.js";

/** The menu behind "More". */
export function openMenu(game) {
  const item = (name, label, key, run) =>
    h(
      "button",
      {
        type: "button",
        class: "item",
        onclick: () => {
          dialog.close();
          run();
        },
      },
      icon(name),
      h("span", {}, label),
      key && h("kbd", {}, key),
    );
  const link = (name, label, href) => h("a", { class: "item", href }, icon(name), h("span", {}, label));
  const { state, commands } = game;
  const watching = state.settings.watching;
  const dialog = openDialog(
    state.game.name,
    "menu",
    [
      h(
        "div",
        { class: "items" },
        item("redo", "Redo", "U", commands.U),
        item("restart", "Restart this deal", "r", commands.r),
        item("moves", "All moves so far", "m", commands.m),
        item("type", "Type a move", ":", commands[":"]),
        state.can.more && item("more", "Other moves", "x", commands.x),
        item(
          "watch",
          watching ? "Stop watching whether it can be won" : "Watch whether it can be won",
          "v",
          commands.v,
        ),
        item("rules", "Rules", "i", commands.i),
        item("share", `Share ${state.game.daily ? "this daily deal" : `deal ${state.game.deal}`}`, "y", commands.y),
        item("edit", "Change the rules (YAML)", "e", commands.e),
      ),
      h(
        "div",
        { class: "items" },
        item("settings", "Settings", "o", commands.o),
        item("keys", "Keys", "?", commands["?"]),
        link("home", "All games", "/new"),
        link("stats", "Statistics", "/stats"),
        link("odds", "How often can it be won?", `/odds?variant=${encodeURIComponent(state.game.variant)}`),
      ),
    ],
    () => game.menuButton.setAttribute("aria-expanded", "false"),
  );
  game.menuButton.setAttribute("aria-expanded", "true");
}

const chosen = (label, name, options, value, change) =>
  h(
    "label",
    { class: "row" },
    h("span", {}, label),
    h(
      "select",
      { name, onchange: ({ target }) => change(target.value) },
      options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
    ),
  );

/** Settings: of the look, kept by the browser, and of the game, kept by the server. */
export function settingsDialog(game = null) {
  const look = window.solitaireLook.get();
  const set = (name) => (value) => {
    window.solitaireLook.set({ [name]: value });
    game?.table.lay(false);
  };
  const rows = [
    chosen(
      "Theme",
      "theme",
      [
        ["auto", "as the system"],
        ["light", "light"],
        ["dark", "dark"],
        ["contrast", "high contrast"],
      ],
      look.theme,
      set("theme"),
    ),
    chosen(
      "Table",
      "felt",
      [
        ["green", "green"],
        ["blue", "blue"],
        ["red", "burgundy"],
        ["violet", "violet"],
        ["slate", "slate"],
      ],
      look.felt,
      set("felt"),
    ),
    chosen(
      "Suits",
      "suits",
      [
        ["two", "two colours"],
        ["four", "four colours"],
      ],
      look.suits,
      set("suits"),
    ),
    chosen(
      "Movement",
      "motion",
      [
        ["auto", "as the system"],
        ["none", "none"],
      ],
      look.motion,
      set("motion"),
    ),
    chosen(
      "A click on a card",
      "click",
      [
        ["pick", "picks it up"],
        ["move", "moves it, if there is one place only"],
      ],
      look.click,
      set("click"),
    ),
  ];
  if (game) {
    const { settings } = game.state;
    rows.push(
      chosen(
        "Cards go home by themselves",
        "autoplay",
        [
          ["off", "never"],
          ["safe", "where it is safe"],
          ["all", "whenever they fit"],
        ],
        settings.autoplay,
        (value) => game.ask({ t: "set", autoplay: value }),
      ),
      chosen(
        "Hints",
        "hints",
        [
          ["fair", "do not look at hidden cards"],
          ["peek", "know all cards"],
        ],
        settings.hints,
        (value) => game.ask({ t: "set", hints: value }),
      ),
    );
  }
  openDialog("Settings", "settings", [h("div", { class: "rows" }, rows)]);
}

const KEYS = [
  [
    "Moving cards",
    [
      ["arrows", "go from pile to pile"],
      ["Enter", "pick up, put down; in games of pairs pick the second card"],
      ["1 2 3 …", "how many cards to pick up (0 is ten)"],
      ["+ −", "one card more, one less"],
      [
        "t5 t1",
        "name the piles instead: t tableau, c cell, w waste, s stock, and with Shift R reserve, F foundation, D discard",
      ],
      ["Esc", "put back what is held"],
      ["f", "send a card to its foundation"],
      ["Space", "deal from the stock"],
      ["a", "send home what is safe, or all cards when nothing else is left to do"],
      ["x", "moves of other kinds, where the game has any"],
      [":", "type a move, as in t5 t1 3"],
    ],
  ],
  [
    "The game",
    [
      ["u U", "undo, redo"],
      ["h H", "a hint; play the move that it shows"],
      ["v", "whether the game can still be won: on or off"],
      ["m", "all moves so far"],
      ["r", "this deal from the beginning"],
      ["n", "a new game"],
      ["y", "share this deal"],
      ["i", "the rules"],
      ["e", "change the rules"],
      ["z", "cards go home by themselves: off, safe ones, all that fit"],
      ["o", "settings"],
      ["?", "this page"],
    ],
  ],
  [
    "Mouse and touch",
    [
      ["drag", "pick cards up and drop them on another pile"],
      ["click, click", "the card and then where it goes; lit places take it"],
      ["double", "send a card to its foundation"],
      ["the stock", "a click deals"],
    ],
  ],
];

/** The page with all keys. */
export function keysDialog() {
  openDialog(
    "Keys",
    "keys",
    KEYS.map(([title, rows]) =>
      h(
        "section",
        {},
        h("h3", {}, title),
        h("dl", {}, rows.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]).flat()),
      ),
    ),
  );
}

/** The link of a deal, to be copied; `tell(text, bad)` says what became of it. */
export function shareDialog(game, link, tell) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": "Link",
    onfocus: () => field.select(),
  });
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      tell(`The ${what} is copied.`);
      dialog.close();
    } catch {
      field.value = text;
      field.focus();
      tell(`Copy the ${what} with Ctrl+C.`);
    }
  };
  const dialog = openDialog("Share this deal", "share", [
    h(
      "p",
      {},
      game.share
        ? "The same deal of the same game, for everybody who has this program:"
        : "This game, for everybody who can open this table:",
    ),
    game.share && h("p", { class: "code" }, game.share),
    game.path && field,
    h(
      "div",
      { class: "buttons" },
      game.path && h("button", { type: "button", class: "main", onclick: () => copy(link, "link") }, "Copy the link"),
      game.share &&
        h("button", { type: "button", onclick: () => copy(game.share, "share code") }, "Copy the share code"),
    ),
    !game.share && h("p", {}, "A game of your own file has no share code: send the file along with the deal's number."),
  ]);
}

/** A move in words. */
export function typeDialog(game) {
  const field = h("input", {
    type: "text",
    name: "move",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 60,
    "aria-label": "Move",
    placeholder: "t5 t1 3",
  });
  const dialog = openDialog("Type a move", "type", [
    h(
      "form",
      {
        class: "line",
        onsubmit: (event) => {
          event.preventDefault();
          dialog.close();
          if (field.value.trim()) game.ask({ t: "type", text: field.value });
        },
      },
      field,
      h("button", { class: "main" }, "Move"),
    ),
    h(
      "p",
      { class: "soft" },
      "From which pile, to which pile, and how many cards if more than one. The moves panel (m) shows examples.",
    ),
  ]);
  field.focus();
}

/** One of several moves; who chooses none puts back what is held. */
export function chooseDialog(game, { title, moves }) {
  let chosen = false;
  const choose = (text) => {
    chosen = true;
    dialog.close();
    game.ask({ t: "type", text });
  };
  const row = ({ text, told }) =>
    h(
      "button",
      { type: "button", class: "item", onclick: () => choose(text) },
      h("span", {}, told || text),
      told && h("kbd", {}, text),
    );
  const dialog = openDialog(
    title || "Which move?",
    "choose",
    [h("div", { class: "items" }, moves.map(row))],
    () => chosen || game.hands.release(),
  );
}
