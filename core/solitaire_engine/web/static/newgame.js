// Choosing a game: found by words, with its parameters, and which deal of it.

import { clock, counted, h, openDialog, put, request } from "./dom.js";

/** Letters and figures only, small and without accents, as the server folds names. */
const folded = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** The games that have every word of a text, the best first. */
export function search(games, text) {
  const words = text.split(/\s+/).map(folded).filter(Boolean);
  const whole = folded(text);
  const found = [];
  for (const game of games) {
    const names = [folded(game.name), folded(game.id)],
      others = game.aliases.map(folded);
    const places = [...names, ...others, folded(game.family)];
    if (!words.every((word) => places.some((place) => place.includes(word)))) continue;
    const ranks = [
      names.includes(whole),
      others.includes(whole),
      names.some((name) => name.startsWith(whole)),
      others.some((name) => name.startsWith(whole)),
      names[0].includes(whole),
      true,
    ];
    found.push([ranks.indexOf(true), game]);
  }
  return found
    .sort(([one, first], [other, second]) => one - other || first.name.localeCompare(second.name))
    .map(([, game]) => game);
}

const isCode = (text) => /[:?]/.test(text);

/**
 * Fill an element with everything for a new game. `first`: the id of the game that is marked at first, `values` its
 * parameters; `from`: the id of the game that is given up; `begun(answer)` gets what the server says.
 */
export async function chooser(into, { first = "", values = {}, from = undefined, begun }) {
  const field = h("input", {
    type: "text",
    inputmode: "search",
    enterkeyhint: "go",
    placeholder: "Name, family, words or share code",
    "aria-label": "Search games",
    autocomplete: "off",
    spellcheck: "false",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "games",
    "aria-autocomplete": "list",
  });
  const list = h("ul", { class: "games", id: "games", role: "listbox", "aria-label": "Games", tabindex: -1 });
  const count = h("p", { class: "soft", role: "status" });
  const details = h("div", { class: "details", "aria-live": "off" });
  const note = h("p", { class: "note", role: "status" });
  into.append(
    h(
      "div",
      { class: "chooser" },
      h("div", { class: "find" }, field, list, count),
      h("div", { class: "setup" }, details, note),
    ),
  );
  const answer = await request("/api/catalog");
  const games = answer.games ?? [];
  let chosen = null,
    shown = [],
    controller = null;

  /** The row comes to be seen in the list; the page moves only for who is here already. */
  const seen = (row) => {
    if (document.activeElement === field) row.scrollIntoView({ block: "nearest" });
    const [own, whole] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(own.top - whole.top, 0) + Math.max(own.bottom - whole.bottom, 0);
  };
  const mark = (game, scroll = true) => {
    for (const row of list.children) {
      const is = row.dataset.id === game?.id;
      row.setAttribute("aria-selected", is);
      if (is) {
        field.setAttribute("aria-activedescendant", row.id);
        if (scroll) seen(row);
      }
    }
  };
  const choose = async (game, params = {}) => {
    chosen = game;
    mark(game);
    await setup(game, params);
    // On a small screen the list is lower now.
    if (chosen === game) mark(game);
  };
  const find = () => {
    if (isCode(field.value)) {
      count.textContent = "Enter plays this share code.";
      return;
    }
    shown = search(games, field.value);
    put(
      list,
      shown.map((game) =>
        h(
          "li",
          {
            role: "option",
            id: `game-${game.id}`,
            "data-id": game.id,
            "aria-selected": "false",
            onclick: () => choose(game),
            ondblclick: () => begin({}),
          },
          h("span", {}, game.name),
          h("small", {}, game.family),
        ),
      ),
    );
    count.textContent = field.value ? counted(shown.length, "game") : `${games.length} games`;
    const keep = shown.find((game) => game.id === chosen?.id);
    if (field.value && shown.length && !(keep === shown[0])) choose(shown[0]);
    else mark(chosen);
  };
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, 60);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(timer);
      if (isCode(field.value)) begin({ share: field.value.trim() });
      else begin({});
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (!step || !shown.length) return;
    event.preventDefault();
    const at = Math.min(Math.max(shown.findIndex((game) => game.id === chosen?.id) + step, 0), shown.length - 1);
    choose(shown[at]);
  });

  let form = null;
  const setup = async (game, params) => {
    const about = await request(`/api/game/${encodeURIComponent(game.id)}`);
    if (game !== chosen) return;
    if (about.error) {
      put(details, h("h3", {}, game.name), h("p", { class: "bad" }, about.error));
      return;
    }
    const meta = [
      about.family && `${about.family} family`,
      about.meta.minutes && `about ${about.meta.minutes} minutes`,
      about.meta.difficulty && `difficulty ${about.meta.difficulty} of 5`,
      about.meta.year,
    ]
      .filter(Boolean)
      .join(" · ");
    const code = h("p", { class: "code" });
    const daily = h("input", {
      type: "checkbox",
      name: "daily",
      onchange: () => {
        if (daily.checked) deal.value = "";
        renew();
      },
    });
    const winnable = h("input", { type: "checkbox", name: "winnable" });
    const deal = h("input", {
      type: "text",
      name: "deal",
      placeholder: "any; or 7, ms:11982 …",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        if (deal.value) daily.checked = false;
        renew();
      },
    });
    form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          begin({});
        },
      },
      about.params.map(({ name, text, choices, value, default: usual }) => {
        const now = params[name] ?? value ?? usual;
        const label = text.charAt(0).toUpperCase() + text.slice(1) || name;
        const control = choices?.length
          ? h(
              "select",
              { name: `param-${name}`, onchange: () => renew() },
              choices.map((choice) => h("option", { value: choice, selected: String(choice) === String(now) }, choice)),
            )
          : h("input", { type: "text", name: `param-${name}`, value: now, oninput: () => renew() });
        return h("label", { class: "row" }, h("span", {}, label), control);
      }),
      h("label", { class: "row" }, h("span", {}, "Deal"), deal),
      h("label", { class: "check" }, daily, "today's daily deal"),
      h("label", { class: "check" }, winnable, "only what can be won"),
      code,
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "main" }, "Deal the cards"),
        h(
          "a",
          { class: "button", href: `/rules/${encodeURIComponent(game.id)}`, target: "_blank", rel: "noopener" },
          "Rules",
        ),
      ),
    );
    form.what = () => ({
      variant: game.id,
      deal: deal.value.trim(),
      daily: daily.checked,
      winnable: winnable.checked,
      params: Object.fromEntries(about.params.map(({ name }) => [name, form.elements[`param-${name}`].value])),
    });
    let asked = 0;
    const renew = async () => {
      const mine = ++asked;
      await new Promise((resolve) => setTimeout(resolve, 120));
      if (mine !== asked) return;
      const answer = await request("/api/code", form.what());
      if (mine !== asked) return;
      code.textContent = answer.share ?? "";
      tell(answer.error ?? "", Boolean(answer.error));
    };
    put(
      details,
      h("h3", {}, about.name),
      h("p", { class: "soft" }, meta),
      about.aliases.length > 0 && h("p", { class: "soft" }, `Also called ${about.aliases.slice(0, 5).join(", ")}.`),
      about.about && h("p", {}, about.about),
      form,
    );
    tell("");
    renew();
  };

  const tell = (text, bad = false) => {
    note.textContent = text;
    note.classList.toggle("bad", bad);
  };
  const begin = async ({ share }) => {
    if (controller || (!share && !form)) return;
    controller = new AbortController();
    const body = share ? { share } : form.what();
    if (body.winnable) {
      put(
        note,
        "Looking for a deal that can be won… ",
        h("button", { type: "button", class: "plain", onclick: () => controller?.abort() }, "Stop"),
      );
    } else tell("");
    const answer = await request("/api/begin", from ? { ...body, from } : body, controller.signal);
    controller = null;
    if (answer.stopped) tell("Stopped.");
    else if (answer.error) tell(answer.error, true);
    else begun(answer);
  };
  find();
  const start = games.find((game) => game.id === first) ?? games.find((game) => game.id === "klondike") ?? games[0];
  if (!start) tell(answer.error ?? "There is no game.", true);
  // A name may have been typed before the list came.
  else if (!chosen) await choose(start, values);
  return { stop: () => controller?.abort(), field, focusDeal: () => details.querySelector("button.main")?.focus() };
}

/** Unfinished games as a list; `chosen(game)` gets the one that is clicked. */
export async function unfinished(into, chosen, except = "") {
  const answer = await request("/api/games");
  const games = (answer.games ?? []).filter((game) => game.id !== except);
  put(
    into,
    games
      .slice(0, 12)
      .map((game) =>
        h(
          "button",
          { type: "button", class: "item", onclick: () => chosen(game) },
          h(
            "span",
            {},
            h("b", {}, game.name),
            ` ${game.daily ? `daily ${game.daily}` : game.share.split(":").slice(1).join(":")}`,
          ),
          h("small", {}, `${counted(game.moves, "move")}, ${clock(game.seconds ?? 0)}, ${when(game.when)}`),
        ),
      ),
  );
  return games.length;
}

function when(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return "";
  return time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** The window for a new game over the table. */
export async function newGameDialog(game) {
  const { state } = game;
  const box = h("div", { class: "newgame" });
  const old = h("div", { class: "items" });
  const others = h("details", { class: "others" }, h("summary", {}, "Unfinished games"), old);
  const stake = state.status.stake
    ? h("p", { class: "soft stake" }, `The game of ${counted(state.counts.moves, "move")} will count as lost.`)
    : null;
  let made = null;
  const dialog = openDialog("New game", "big", [box, stake, others], () => made?.stop());
  const begun = (answer) => {
    dialog.close();
    game.go(answer);
  };
  others.addEventListener(
    "toggle",
    () =>
      others.open &&
      unfinished(old, (one) => begun({ id: one.id }), game.id).then((number) => {
        if (!number) put(old, h("p", { class: "soft" }, "There are no others."));
      }),
  );
  made = await chooser(box, {
    first: state.game.yaml ? "" : state.game.variant,
    values: state.game.params,
    from: game.id,
    begun,
  });
  if (dialog.open) (matchMedia("(pointer: coarse)").matches ? { focus() {} } : made.field).focus();
}
