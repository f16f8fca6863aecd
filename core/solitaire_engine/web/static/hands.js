// The player's hands: mouse, touch and keyboard become questions to the server.
//
// Nothing here knows a rule. A card that is pressed is asked for, a place that is chosen is proposed, and the
// server says what is held, which piles take it, or why not. The keys are those of the terminal's table.

const SLACK = { mouse: 4, pen: 6, touch: 9 }; // Pixels that a pointer may stray in a click.
const DOUBLE = 380; // Milliseconds between the clicks of a double click.
const LETTERS = "tcwsTCWSRFD"; // Keys that begin the name of a pile; r, f and d mean something else when small.

export class Hands {
  #press = null; // The pointer that is down: {id, x, y, pile, index, nodes, dragging}.
  #beside = null; // The finger that is down beside all piles, of a table that it may be about to push along.
  #last = { pile: "", time: 0 };
  #letters = "";

  /** `game`: has `table`, `ask`, `say`, and `commands`, functions by key. */
  constructor(game) {
    this.game = game;
    this.table = game.table;
    const { root } = this.table;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", (event) => this.#lost(event));
    root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.release();
    });
    root.addEventListener("focusin", ({ target }) => {
      if (target.dataset.pile && target.dataset.pile !== this.table.focus)
        this.table.point(target.dataset.pile, 1, false);
    });
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  get holds() {
    return Object.keys(this.table.marked.held).length > 0;
  }

  /** Nothing is held any more, here and on the server. */
  release() {
    this.cancel();
    if (!this.holds) return;
    this.table.mark();
    this.game.ask({ t: "release" });
  }

  /** A drag is broken off, as by a step of another page. */
  cancel() {
    const press = this.#press;
    this.#press = null;
    if (press?.dragging) this.table.back(press.nodes);
  }

  // The pointer

  #found(event) {
    const card = event.target.closest(".card");
    if (card && this.table.cards.contains(card)) return { pile: card.pile, index: card.at };
    const slot = event.target.closest(".slot");
    return slot ? { pile: slot.dataset.pile, index: -1 } : null;
  }

  #down(event) {
    if (this.#press || (event.pointerType === "mouse" && event.button !== 0)) return;
    this.table.jump();
    const found = this.#found(event);
    if (!found) {
      // Cards that are held may go to a pile that is seen only when the table is pushed along.
      if (event.pointerType === "touch" && this.table.root.classList.contains("wide")) this.#beside = event.pointerId;
      else this.release();
      return;
    }
    event.preventDefault();
    document.activeElement?.blur?.();
    const { pile } = this.table.piles.get(found.pile);
    // The cards beside the top one of a waste are only shown.
    if (found.index >= 0 && pile.fan !== "down") found.index = pile.cards.length - 1;
    this.#press = { ...found, id: event.pointerId, x: event.clientX, y: event.clientY, dragging: false, nodes: [] };
    this.table.root.setPointerCapture(event.pointerId);
    this.table.point(found.pile, found.index < 0 ? 1 : pile.cards.length - found.index, false);
  }

  #move(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < (SLACK[event.pointerType] ?? 6) || press.index < 0) return;
      this.#lift(press);
      if (!press.dragging) return;
    }
    this.table.drag(press.nodes, dx, dy);
  }

  /** A drag begins: the cards come along at once, and the server is asked whether they may. */
  #lift(press) {
    const own = this.table.piles.get(press.pile);
    if (own.pile.cards[press.index].startsWith("#") && own.pile.kind !== "stock") return;
    press.dragging = true;
    const count = own.pile.cards.length - press.index;
    press.nodes = this.table.top(press.pile, count);
    press.picked = this.game.ask({ t: "pick", pile: press.pile, index: press.index }).then((answer) => {
      if (answer?.t === "targets") {
        // What is held may be more than was meant: cards that hang together.
        const held = answer.held[press.pile] ?? count;
        if (this.#press === press && held > count) press.nodes = this.table.top(press.pile, held);
        return true;
      }
      if (this.#press === press) this.cancel();
      return false;
    });
  }

  async #up(event) {
    if (this.#beside === event.pointerId) {
      this.#beside = null;
      this.release();
    }
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#press = null;
    if (!press.dragging) {
      this.#next(() => this.#click(press, event.timeStamp));
      return;
    }
    this.table.free(press.nodes);
    const lead = press.nodes[0];
    const { size } = this.table.place;
    const box = lead.getBoundingClientRect();
    if (!(await press.picked)) {
      this.table.back(press.nodes);
      return;
    }
    const wanted = new Set([...this.table.marked.to, ...this.table.marked.with]);
    const middle = [box.left + box.width / 2, box.top + Math.min(size.h * 0.45, box.height / 2)];
    const to = this.table.pileAt(...middle, wanted) || this.table.pileAt(event.clientX, event.clientY, wanted);
    if (!to || to === press.pile) {
      this.table.back(press.nodes);
      this.release();
      return;
    }
    const answer = await this.game.ask({ t: "put", to });
    if (answer?.t !== "step" && answer?.t !== "state") this.table.back(press.nodes);
  }

  /** The system has taken the pointer for something else: what it carried goes back. */
  async #lost(event) {
    if (this.#beside === event.pointerId) this.#beside = null;
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.cancel();
    if (await press.picked) this.release();
  }

  #click(press, time) {
    const twice = this.#last.pile === press.pile && time - this.#last.time < DOUBLE;
    this.#last = { pile: twice ? "" : press.pile, time };
    const held = this.table.marked.held;
    if (twice && press.index >= 0 && !this.#isStock(press.pile) && (press.pile in held || !this.holds)) {
      return this.#stepped ? null : this.game.ask({ t: "home", pile: press.pile });
    } else if (press.pile in held && Object.keys(held).length === 1) {
      return this.release();
    } else if (this.holds) {
      return this.put(press.pile);
    } else if (this.#isStock(press.pile)) {
      return this.stock(press.pile);
    } else {
      this.#stepped = false;
      return this.pick({ pile: press.pile, ...(press.index >= 0 ? { index: press.index } : {}) });
    }
  }

  // Whether the first click of a double click has already made a move.
  #stepped = false;

  /** Something has changed: the second click of a double click would mean another card. */
  changed() {
    this.#stepped = true;
    this.cancel();
  }

  #isStock(name) {
    return this.table.piles.get(name)?.pile.kind === "stock";
  }

  /** A stock deals, if it can; a card of one that deals nothing now may be played. */
  async stock(name) {
    const { can } = this.table.state;
    const empty = !this.table.piles.get(name)?.pile.cards.length;
    const answer = can.deal || can.redeal || empty ? null : await this.game.ask({ t: "pick", pile: name }, true);
    if (!answer || answer.t === "say") await this.game.ask({ t: "deal" });
  }

  async pick(what) {
    const answer = await this.game.ask({ t: "pick", ...what });
    const goals = answer?.t === "targets" ? [...answer.to, ...answer.with] : [];
    if (goals.length === 1 && this.game.oneClick) await this.put(goals[0]);
  }

  put(to) {
    return this.game.ask({ t: "put", to });
  }

  // The keyboard

  /**
   * What depends on what is held waits for the answers of the server before it, so that nobody types or clicks
   * too fast. Whether a key means anything is known only then.
   */
  #next(act) {
    this.#queue = this.#queue.then(act).catch(() => {});
  }

  #queue = Promise.resolve();

  #key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (key.toLowerCase() !== "z" || event.altKey || this.#isTyping(target)) return;
      event.preventDefault();
      this.game.commands[event.shiftKey ? "U" : "u"]();
      return;
    }
    if (this.#isTyping(target) || document.querySelector("dialog[open]") || target.closest?.(".panel")) return;
    const onButton = target.closest?.("button, a, summary, [role=menuitem]");
    if (onButton && (key === "Enter" || key === " ")) return;
    if (!this.#isKnown(key)) return;
    event.preventDefault();
    this.table.jump();
    const { repeat } = event;
    this.#next(() => this.#act(key, repeat));
  }

  #isKnown(key) {
    return /^([0-9+=\- f]|Arrow\w+|Enter|Escape)$/.test(key) || LETTERS.includes(key) || key in this.game.commands;
  }

  #isTyping(target) {
    return Boolean(target.closest?.("input, textarea, select, [contenteditable]"));
  }

  /** Gives a promise where the server is asked. */
  #act(key, repeats) {
    const { table, game } = this;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (key in ways) {
      this.#letters = "";
      this.#go(...ways[key]);
    } else if (key === "Enter") {
      return this.#letters ? this.#resolve() : this.#enter();
    } else if (key === "Escape") {
      this.#letters = "";
      this.release();
      game.escape();
    } else if (/^[0-9]$/.test(key)) {
      return this.#letters ? this.#letter(key) : this.#reach(Number(key) || 10);
    } else if ("+-=".includes(key)) {
      const now = table.marked.held[table.focus] ?? table.reach;
      return this.#reach(now + (key === "-" ? -1 : 1));
    } else if (key === " ") {
      return game.ask({ t: "deal" });
    } else if (key === "f") {
      return game.ask({ t: "home", pile: Object.keys(table.marked.held)[0] ?? table.focus });
    } else if (LETTERS.includes(key)) {
      this.#letters = "";
      return this.#letter(key.toLowerCase());
    } else if (!repeats || key === "u" || key === "U") {
      // Windows open, and nothing waits until they are closed.
      const done = game.commands[key]();
      return "uUr".includes(key) ? done : null;
    }
    return null;
  }

  #go(dx, dy) {
    const { table } = this;
    const piles = [...table.piles.values()].filter((own) => own.spot);
    const here = table.piles.get(table.focus);
    if (!here?.spot) {
      this.begin();
      return;
    }
    if (document.activeElement !== here.slot) {
      // The first arrow shows where the cursor is.
      table.point(table.focus, table.reach);
      return;
    }
    const lines = [...new Set(piles.map((own) => own.pile.line))].sort((one, other) => one - other);
    const line = here.pile.line;
    let goal;
    if (dx) {
      const row = piles.filter((own) => own.pile.line === line).sort((one, other) => one.pile.x - other.pile.x);
      goal = row.at((row.indexOf(here) + dx) % row.length);
    } else {
      const next = lines.at((lines.indexOf(line) + dy) % lines.length);
      const far = (own) => Math.abs(own.pile.x - here.pile.x);
      goal = piles.filter((own) => own.pile.line === next).sort((one, other) => far(one) - far(other))[0];
    }
    table.point(goal.pile.name);
  }

  /** The cursor goes to the first pile that is worth it; `grab`: the keyboard's focus as well. */
  begin(grab = true) {
    const { table } = this;
    const all = [...table.piles.values()].filter((own) => own.spot);
    const open = all.filter(
      (own) => own.pile.kind === "tableau" && own.pile.covers.every((name) => !table.piles.get(name).pile.cards.length),
    );
    table.point((open[0] ?? all[0])?.pile.name, 1, grab);
  }

  #enter() {
    const { table } = this;
    if (!table.focus) return this.begin();
    if (this.holds) return this.put(table.focus);
    if (this.#isStock(table.focus)) return this.stock(table.focus);
    return this.game.ask({ t: "pick", pile: table.focus, ...(table.reach > 1 ? { count: table.reach } : {}) });
  }

  #reach(count) {
    const { table } = this;
    const own = table.piles.get(table.focus);
    if (!own) return null;
    const reach = Math.min(Math.max(count, 1), Math.max(own.pile.cards.length, 1));
    if (table.focus in table.marked.held) return this.game.ask({ t: "pick", pile: table.focus, count: reach });
    table.point(table.focus, reach);
    return null;
  }

  #letter(key) {
    const typed = this.#letters + key;
    const names = [...this.table.piles.keys()];
    const named = names.filter((name) => name.startsWith(typed));
    if (!named.length) {
      const longer = this.#letters;
      this.#letters = "";
      if (names.includes(longer) && /[0-9]/.test(key)) {
        // The number of a pile was complete, and this figure is how many cards are meant.
        this.#letters = longer;
        return this.#resolve(Number(key) || 10);
      }
      this.game.say(`There is no pile ${typed}.`, true);
      return null;
    }
    this.#letters = typed;
    if (named.length === 1 && named[0] === typed) return this.#resolve();
    this.game.say(named.includes(typed) ? `${typed}: Enter, or another figure` : `Pile ${typed}…`);
    return null;
  }

  #resolve(count = 0) {
    const name = this.#letters;
    this.#letters = "";
    if (!this.table.piles.has(name)) return null;
    this.table.point(name);
    if (this.holds) return this.put(name);
    if (this.#isStock(name)) return this.stock(name);
    return this.game.ask({ t: "pick", pile: name, ...(count ? { count } : {}) });
  }
}
