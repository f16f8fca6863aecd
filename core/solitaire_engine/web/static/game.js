// The table's page: the game's state in the bars around it, the tools, and what the server says.

import { clock, counted, h, painted, put, request } from "./dom.js";
import { hearFiles } from "./drops.js";
import { Hands } from "./hands.js";
import { icon } from "./icons.js";
import { Table } from "./table.js";
import { Wire } from "./wire.js";

const MODES = { off: "safe", safe: "all", all: "off" };
const HINT_STAYS = 8000;

export class Game {
  #wire = null;
  #ticker = 0;
  #since = 0;
  #panel = null;
  #hintTimer = 0;
  #begins = false;
  #seated = false;

  constructor(app, start) {
    this.commands = {
      u: () => this.act("undo"),
      U: () => this.act("redo"),
      h: () => this.hint(),
      H: () => this.ask({ t: "follow" }),
      a: () => this.act("auto"),
      r: () => this.act("restart"),
      v: () => this.watch(),
      n: () => this.newGame(),
      m: () => this.panel("moves"),
      i: () => this.panel("rules"),
      e: () => this.panel("yaml"),
      y: () => this.share(),
      z: () => this.ask({ t: "set", autoplay: MODES[this.state.settings.autoplay] }),
      x: () => this.ask({ t: "more" }),
      ":": () => this.typeMove(),
      "?": () => this.keys(),
      o: () => this.settings(),
    };
    for (const [key, run] of Object.entries(this.commands)) {
      this.commands[key] = async () => {
        try {
          return await run();
        } catch (error) {
          // A window that was not opened before has to be fetched.
          if (this.#wire.isOpen) throw error;
          this.say("The server cannot be reached.", true);
          return null;
        }
      };
    }
    this.#frame(app);
    this.table = new Table(this.felt);
    this.hands = new Hands(this);
    this.state = null;
    this.#open(start.id, start.state ?? null);
    document.addEventListener("visibilitychange", () => this.ask({ t: "visible", on: !document.hidden }));
    addEventListener("popstate", () => location.reload());
    hearFiles(
      (text, name) => this.panel("yaml", { text, name }),
      (sentence) => this.say(sentence, true),
    );
  }

  get oneClick() {
    return window.solitaireLook.get().click === "move";
  }

  // The frame

  #frame(app) {
    const tool = (name, key, label, run, extra = "") => {
      const button = h(
        "button",
        { type: "button", class: `tool ${extra}`, title: `${label} (${key})`, "aria-keyshortcuts": key, onclick: run },
        icon(name),
        h("span", {}, label),
      );
      return button;
    };
    const run = (key) => () => {
      this.table.jump();
      this.commands[key]();
    };
    this.title = h("h1", { class: "title" });
    this.deal = h("button", {
      type: "button",
      class: "deal",
      title: "Share this deal (y)",
      onclick: () => this.share(),
    });
    this.moves = h("span", { class: "count moves", title: "Moves" });
    this.time = h("span", { class: "count time", title: "Time", role: "timer" });
    this.more = h("span", { class: "count more" });
    this.verdict = h("button", {
      type: "button",
      class: "verdict",
      title: "Whether the game can still be won (v)",
      onclick: run("v"),
    });
    this.undo = tool("undo", "u", "Undo", run("u"));
    this.redo = tool("redo", "U", "Redo", run("U"), "wide");
    this.auto = tool("auto", "a", "Home", run("a"));
    this.menuButton = tool("more", "o", "More", () => this.menu());
    this.menuButton.title = "More";
    this.menuButton.removeAttribute("aria-keyshortcuts");
    this.menuButton.setAttribute("aria-haspopup", "menu");
    this.menuButton.setAttribute("aria-expanded", "false");
    this.tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Game" },
      tool("new", "n", "New", run("n")),
      this.undo,
      this.redo,
      tool("hint", "h", "Hint", run("h")),
      this.auto,
      tool("rules", "i", "Rules", run("i"), "wide"),
      this.menuButton,
    );
    this.message = h("p", { class: "message", role: "status", "aria-live": "polite" });
    this.felt = h("div", {
      class: "table",
      role: "application",
      "aria-label": "Card table",
      "aria-describedby": "how",
    });
    this.notice = h("div", { class: "notice", hidden: true });
    this.offline = h("div", { class: "offline", role: "alert", hidden: true });
    this.side = h("aside", { class: "panel", hidden: true });
    put(
      app,
      h(
        "header",
        { class: "bar" },
        h(
          "a",
          { class: "brand", href: "/new", title: "All games" },
          icon("home"),
          h("span", { class: "hear" }, "All games"),
        ),
        h("div", { class: "what" }, this.title, this.deal),
        h("div", { class: "counts" }, this.verdict, this.more, this.moves, this.time),
      ),
      h("main", { class: "middle" }, h("div", { class: "stage" }, this.felt, this.notice, this.offline), this.side),
      h("footer", { class: "foot" }, this.message, this.tools),
      h(
        "p",
        { id: "how", class: "hear" },
        "Arrow keys go from pile to pile, Enter picks up and puts down, question mark lists all keys.",
      ),
    );
  }

  // The game and its socket

  #open(id, state) {
    this.#wire?.close();
    this.id = id;
    this.#seated = false;
    let seen = null;
    if (state) {
      this.#hear(state);
      // The cards go before the connection. How soon they are there is measured by benchmarks/web_paint.py.
      performance.mark("cards-drawn");
      seen = painted().then(() => performance.mark("cards-painted"));
    }
    this.#wire = new Wire(
      `/ws/${id}`,
      (message) => {
        this.#seated ||= message.t === "state";
        this.#hear(message);
      },
      (how, gone) => this.#connection(how, gone),
      seen,
    );
  }

  /** Begin or go on with another game without leaving the page. */
  go({ id, path }) {
    if (id === this.id) return;
    this.#begins = true;
    history.pushState(null, "", path ?? `/game/${id}`);
    this.notice.hidden = true;
    this.#open(id, null);
  }

  #connection(how, gone = false) {
    const { game, counts } = this.state ?? {};
    if (gone && this.#seated && game.path.startsWith("/play/") && !game.daily && !counts.moves) {
      // A deal of which nothing was played is not kept over a start of the server; its link deals it again.
      location.replace(game.path);
      return;
    }
    this.offline.hidden = how === "open";
    this.felt.dataset.wire = how === "open" ? "open" : "lost";
    if (how === "open") {
      if (document.hidden) this.ask({ t: "visible", on: false });
    } else {
      this.offline.textContent = how === "lost" ? "The server cannot be reached. Trying again…" : how;
      this.hands.cancel();
      this.table.mark();
    }
  }

  /** Send a request; `quiet`: a refusal is not shown. Gives the answer, null without a connection. */
  async ask(message, quiet = false) {
    this.#quiet = quiet;
    const answer = await this.#wire.ask(message);
    this.#quiet = false;
    return answer;
  }

  #quiet = false;

  act(what) {
    this.hands.cancel();
    return this.ask({ t: what });
  }

  #hear(message) {
    const show = HEARD[message.t];
    if (show) show(this, message);
  }

  heardState(message) {
    const begins = this.#begins && message.counts.moves === 0;
    this.#begins = false;
    if (this.#shows(message)) {
      // A new connection brings what is known; a drag that has begun goes on.
      this.state = this.table.state = message;
      this.#show(false);
      return;
    }
    this.hands.changed();
    this.state = message;
    this.table.setState(message, begins);
    if (!this.table.focus) this.hands.begin(false);
    if (this.#panel?.id && this.#panel.id !== message.id) this.#panel.renew?.(message);
    this.#show();
  }

  /** Whether the table shows this state already. */
  #shows({ id, v, piles }) {
    const { state } = this;
    return state?.id === id && state.v === v && JSON.stringify(state.piles) === JSON.stringify(piles);
  }

  heardStep(message) {
    if (!this.state || message.v !== this.state.v + 1) {
      if (message.v > (this.state?.v ?? 0)) this.ask({ t: "state" });
      return;
    }
    this.hands.changed();
    this.table.step(message);
    this.state = this.table.state;
    this.#show();
    this.#panel?.changed?.(message);
    if (message.status.over === "won") this.#won();
  }

  heardStatus({ status, counts, settings }) {
    this.state = this.table.state = { ...this.state, status, counts, settings };
    this.#show(false);
  }

  say(text, bad = false) {
    if (bad && this.#quiet) return;
    this.message.textContent = text;
    this.message.classList.toggle("bad", bad);
    if (bad) {
      // The sentence of a second refusal moves again.
      this.message.classList.remove("shake");
      void this.message.offsetWidth;
      this.message.classList.add("shake");
      this.table.mark();
    }
  }

  // What is shown around the table

  #show(speaks = true) {
    const { game, counts, can, status, settings, message } = this.state;
    document.title = `${game.name} ${game.daily ? `of ${game.daily}` : game.deal} – Solitaire`;
    this.title.textContent = game.name;
    this.deal.textContent = game.daily ? `daily ${game.daily}` : `deal ${game.deal}`;
    this.moves.textContent = counted(counts.moves, "move");
    const more = [];
    if (counts.base) more.push(`base ${counts.base}`);
    if (counts.redeals !== null) more.push(counts.redeals < 0 ? "" : counted(counts.redeals, "redeal"));
    if (counts.score !== null) more.push(counted(counts.score, "point"));
    this.more.textContent = more.filter(Boolean).join(" · ");
    this.more.hidden = !this.more.textContent;
    this.undo.disabled = !can.undo;
    this.redo.disabled = !can.redo;
    this.auto.classList.toggle("ready", can.finish);
    this.auto.lastChild.textContent = can.finish ? "Finish" : "Home";
    const { verdict } = status;
    const waits = verdict === "...";
    const [word, ...rest] = (waits ? "thinking…" : verdict || (settings.watching ? "watching" : "winnable?")).split(
      " ",
    );
    // A small screen has room for the first word.
    put(this.verdict, word, rest.length > 0 && h("span", { class: "rest" }, ` ${rest.join(" ")}`));
    this.verdict.dataset.verdict = waits ? "wait" : verdict.split(" ")[0];
    this.verdict.setAttribute("aria-pressed", settings.watching);
    this.#since = performance.now() - counts.seconds * 1000;
    clearInterval(this.#ticker);
    this.#tick();
    if (status.running && !status.won) this.#ticker = setInterval(() => this.#tick(), 1000);
    else this.time.textContent = clock(counts.seconds);
    if (speaks)
      this.say(status.warning && !message.bad ? `${message.text} ${status.warning}`.trim() : message.text, message.bad);
    this.#notice(status);
  }

  #tick() {
    this.time.textContent = clock((performance.now() - this.#since) / 1000);
  }

  #notice(status) {
    const button = (label, key, main = false) =>
      h("button", { type: "button", class: main ? "main" : "", onclick: () => this.commands[key]() }, label);
    if (status.over === "stuck") {
      put(
        this.notice,
        h("p", {}, h("strong", {}, "Stuck. "), "Nothing gets any further from here: that is proved."),
        h("div", { class: "buttons" }, button("Undo", "u", true), button("Restart", "r"), button("New game", "n")),
      );
      this.notice.className = "notice stuck";
      this.notice.hidden = false;
    } else if (status.won) {
      const { counts } = this.state;
      put(
        this.notice,
        h("p", {}, h("strong", {}, "Won! "), `${counted(counts.moves, "move")} in ${clock(counts.seconds)}.`),
        h(
          "div",
          { class: "buttons" },
          h("button", { type: "button", class: "main", onclick: () => this.again() }, "Play again"),
          button("Another game", "n"),
          button("Share", "y"),
          h("a", { class: "button", href: "/stats" }, "Statistics"),
        ),
      );
      this.notice.className = "notice won";
      this.notice.hidden = false;
    } else {
      this.notice.hidden = true;
    }
  }

  async #won() {
    const { celebrate } = await import("./celebrate.js");
    if (this.state.status.won) celebrate(this.table);
  }

  // Commands

  async hint() {
    const answer = await this.ask({ t: "hint" });
    if (answer?.t !== "hint") return;
    this.say(answer.text, !answer.marks.length && !answer.move);
    this.table.mark({ hints: answer.marks });
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => {
      if (this.table.marked.hints === answer.marks) this.table.mark();
    }, HINT_STAYS);
  }

  watch() {
    return this.ask({ t: "watch", on: !this.state.settings.watching });
  }

  async share() {
    const { game } = this.state;
    const link = new URL(game.path ?? location.pathname, location.href).href;
    const { shareDialog } = await import("./dialogs.js");
    shareDialog(game, link, (text, bad) => this.say(text, bad));
  }

  /** Another deal of the same game with the same parameters. */
  async again() {
    const answer = await request("/api/begin", { from: this.id });
    if (answer.error) this.say(answer.error, true);
    else this.go(answer);
  }

  async newGame() {
    const { newGameDialog } = await import("./newgame.js");
    newGameDialog(this);
  }

  async settings() {
    const { settingsDialog } = await import("./dialogs.js");
    settingsDialog(this);
  }

  async keys() {
    const { keysDialog } = await import("./dialogs.js");
    keysDialog();
  }

  async typeMove() {
    const { typeDialog } = await import("./dialogs.js");
    typeDialog(this);
  }

  async choose(message) {
    const { chooseDialog } = await import("./dialogs.js");
    chooseDialog(this, message);
  }

  async menu() {
    const { openMenu } = await import("./dialogs.js");
    openMenu(this);
  }

  /** Open or close what stands beside the table: `moves`, `rules` or `yaml`. */
  async panel(name, options = {}) {
    if (this.#panel?.name === name && !options.text) {
      this.closePanel();
      return;
    }
    const panels = await import("./panels.js");
    this.#panel = { name, id: this.id, ...(await panels.openPanel(this, name, this.side, options)) };
    this.side.hidden = false;
  }

  closePanel() {
    this.#panel = null;
    this.side.hidden = true;
    put(this.side);
  }

  escape() {
    this.table.mark();
  }
}

/** What is done with each message of the server. */
const HEARD = {
  state: (game, message) => game.heardState(message),
  step: (game, message) => game.heardStep(message),
  status: (game, message) => game.heardStatus(message),
  say: (game, { text, bad }) => {
    if (text || bad) game.say(text, bad);
    if (bad) game.table.mark();
  },
  targets: (game, message) => {
    game.table.mark({ held: message.held, to: message.to, with: message.with });
    game.say(message.text || heldText(game, message));
  },
  choose: (game, message) => game.choose(message),
};

/** What is held and where it may go, for those who listen. */
function heldText(game, { to, with: pairs }) {
  const goals = [...to, ...pairs];
  if (!goals.length) return "No pile takes it now.";
  const shown = goals.slice(0, 8).join(", ");
  return pairs.length && !to.length
    ? `Goes with ${shown}.`
    : `Can go to ${shown}${goals.length > 8 ? " and more" : ""}.`;
}
