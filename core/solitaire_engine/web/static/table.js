// The piles and cards on the page: shows a state, moves its cards as the server tells, and marks what is meant.
//
// Every card is an element of its own that flies from place to place. What the elements stand for is always
// the state just received; only their way there takes time, and `jump` ends it at once.

import { cardPicture, showFace } from "./faces.js";
import { arrange } from "./layout.js";
import { described, takesText } from "./spoken.js";

const FLIGHT = 230; // Milliseconds from pile to pile; the style sheet has the same figure.
const STAGE = 90,
  EACH = 14,
  LONGEST = 700; // Delays of stages and of cards in them, and the most of it.
const ABOVE = 100000,
  DRAGGED = 200000;
const SEEN = 3; // So many cards of a pile that lies square are painted.

const element = (name, parent) => {
  const made = document.createElement("div");
  made.className = name;
  parent.append(made);
  return made;
};

export class Table {
  /** `root`: the element that has all room of the table. */
  constructor(root) {
    this.root = root;
    this.felt = element("felt", root);
    this.slots = element("layer", this.felt);
    this.cards = element("layer cards", this.felt);
    this.cards.setAttribute("aria-hidden", "true");
    this.over = element("layer over", this.felt);
    this.over.setAttribute("aria-hidden", "true");
    this.cursor = element("cursor", this.over);
    this.cursor.hidden = true;
    this.state = null;
    this.piles = new Map(); // By name: the pile of the state, its place, `nodes`, `slot`, `badge`.
    this.place = null;
    this.marked = { held: {}, to: [], with: [], hints: [] };
    this.focus = "";
    this.reach = 1;
    this.flying = new Map();
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.room = [0, 0]; // What the table was laid for,
    this.inner = 0; // and how wide it is without its edges.
    new ResizeObserver(() => {
      if (root.clientWidth !== this.room[0] || root.clientHeight !== this.room[1]) this.lay(false);
    }).observe(root);
  }

  // States and steps

  /** Show a whole state; `deal`: the cards are dealt out before one's eyes. */
  setState(state, deal = false) {
    const same = this.state && this.state.id === state.id && this.state.piles.length === state.piles.length;
    const again = same && state.piles.every((pile, at) => this.state.piles[at].name === pile.name);
    this.state = state;
    // Measured before there are new cards, which the browser would have to lay out for it: once then, not twice.
    const place = again ? undefined : this.#arranged();
    if (!again) {
      this.place = place;
      this.#build();
    }
    for (const pile of state.piles) Object.assign(this.piles.get(pile.name), { pile });
    for (const own of this.piles.values()) this.#fill(own, own.pile.cards, again && !this.still.matches);
    this.mark();
    this.lay(again, place);
    if (deal && !this.still.matches && this.place) this.#dealOut();
  }

  /** Make the changes of a `step`. */
  step(message) {
    const stages = Math.max(0, ...message.events.map((event) => event.stage + 1));
    let late = 0;
    for (let stage = 0; stage < stages; stage++) {
      const events = message.events.filter((event) => event.stage === stage);
      const taken = events.map((event) => {
        const nodes = this.piles.get(event.from)?.nodes.slice(event.at, event.at + event.cards.length) ?? [];
        return { event, nodes };
      });
      for (const { event, nodes } of taken) {
        const own = this.piles.get(event.from);
        if (own) own.nodes = own.nodes.filter((node) => !nodes.includes(node));
      }
      taken.sort((one, other) => one.event.place - other.event.place);
      let each = 0;
      for (const { event, nodes } of taken) {
        const own = this.piles.get(event.to);
        if (!own) {
          nodes.forEach((node) => node.remove());
          continue;
        }
        own.nodes.splice(event.place, 0, ...nodes);
        // A group flies as one; many moves of one stage follow each other.
        nodes.forEach((node) => {
          node.wait = Math.min(late + each, LONGEST);
          node.flies = true;
        });
        each += EACH;
      }
      late += STAGE;
    }
    for (const [name, { cards, takes }] of Object.entries(message.piles)) {
      const own = this.piles.get(name);
      if (!own) continue;
      own.pile = { ...own.pile, cards, takes };
      this.#fill(own, cards, !this.still.matches);
    }
    this.state = { ...this.state, ...message, piles: this.state.piles.map((pile) => this.piles.get(pile.name).pile) };
    this.mark();
    this.lay(true);
  }

  #build() {
    this.slots.replaceChildren();
    this.cards.replaceChildren();
    this.over.replaceChildren(this.cursor);
    this.piles.clear();
    this.flying.clear();
    for (const pile of this.state.piles) {
      const own = { pile, nodes: [], slot: null, badge: null };
      this.piles.set(pile.name, own);
      if (pile.line < 0) continue;
      own.slot = element(`slot ${pile.kind}`, this.slots);
      own.slot.id = `pile-${pile.name}`;
      own.slot.dataset.pile = pile.name;
      own.slot.setAttribute("role", "button");
      own.slot.tabIndex = -1;
      element("place", own.slot);
      own.badge = element("badge", this.over);
    }
    if (!this.piles.has(this.focus)) this.focus = "";
  }

  /** Make a pile's elements show these cards; `turning`: what is turned over does so before one's eyes. */
  #fill(own, cards, turning) {
    while (own.nodes.length > cards.length) own.nodes.pop().remove();
    cards.forEach((text, at) => {
      let node = own.nodes[at];
      if (!node) {
        node = element("card new", this.cards);
        node.append(cardPicture());
        own.nodes.push(node);
      }
      node.pile = own.pile.name;
      node.at = at;
      if (node.text !== text) this.#show(node, text, turning && node.text !== undefined);
    });
  }

  #show(node, text, turning) {
    const turned = turning && node.text.startsWith("#") !== text.startsWith("#");
    node.text = text;
    node.turn?.cancel();
    node.turn = null;
    if (!turned) {
      this.#face(node);
      return;
    }
    // The face changes where the card is seen from its edge.
    const picture = node.firstChild;
    const half = { duration: FLIGHT / 2, delay: node.wait || 0, fill: "both", easing: "ease-in" };
    const away = picture.animate([{ transform: "none" }, { transform: "scaleX(0)" }], half);
    node.turn = away;
    const done = () => {
      if (node.turn !== away) return;
      this.#face(node);
      node.turn = picture.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
        duration: FLIGHT / 2,
        easing: "ease-out",
      });
      away.cancel();
    };
    away.onfinish = done;
    away.oncancel = () => this.#face(node);
  }

  #face(node) {
    const small = this.place?.size.small ?? false;
    showFace(node.firstChild, node.text, small);
    node.small = small;
    node.classList.toggle("down", node.text.startsWith("#"));
  }

  // Places

  /** Where everything lies in the room that there is now; null where there is none. */
  #arranged() {
    const { clientWidth, clientHeight } = this.root;
    if (!this.state || !clientWidth || !clientHeight) return null;
    const style = getComputedStyle(this.felt);
    const [left, top] = [parseFloat(style.paddingLeft), parseFloat(style.paddingTop)];
    this.room = [clientWidth, clientHeight];
    this.inner = clientWidth - 2 * left;
    return arrange(this.state, this.inner, clientHeight - 2 * top);
  }

  /** Put everything in its place; `moving`: it goes there before one's eyes. `place`: for cards not seen before. */
  lay(moving, place = undefined) {
    const isNew = place !== undefined;
    if (!isNew) place = this.#arranged();
    if (!place) return;
    this.place = place;
    const { size } = place;
    this.felt.style.setProperty("--w", `${size.w}px`);
    this.felt.style.setProperty("--h", `${size.h}px`);
    this.root.classList.toggle("small", size.small);
    this.slots.style.width = `${size.width}px`;
    this.root.classList.toggle("wide", size.width > this.inner + 1);
    const calm = !moving || this.still.matches;
    this.cards.classList.toggle("calm", calm);
    for (const own of this.piles.values()) {
      const spot = place.piles[own.pile.name];
      if (!spot) {
        own.nodes.forEach((node) => (node.hidden = true));
        continue;
      }
      own.spot = spot;
      own.slot.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
      own.slot.style.width = `${spot.right - spot.x}px`;
      own.slot.style.height = `${Math.max(spot.fans ? (spot.cards.at(-1)?.[1] ?? 0) + size.h : size.h, size.h)}px`;
      this.#place(own, calm);
      this.#label(own);
    }
    if (calm) {
      // The next change moves again. Cards that were never seen do not move.
      if (!isNew) void this.cards.offsetWidth;
      this.cards.classList.remove("calm");
    }
    this.#moveCursor();
    this.#mend();
  }

  #place(own, calm) {
    const { spot, pile, nodes } = own;
    const held = this.marked.held[pile.name] ?? 0;
    nodes.forEach((node, at) => {
      node.hidden = false;
      const [dx, dy] = spot.cards[at];
      const [x, y] = [spot.x + dx, spot.y + dy];
      const order = pile.line * 300 + at;
      if (node.small !== this.place.size.small) this.#face(node);
      node.classList.toggle("held", at >= nodes.length - held);
      const flies = node.flies && !calm;
      const goal = `translate(${x}px, ${y}px)`;
      if (flies) this.#fly(node, order);
      else if (!this.flying.has(node)) node.style.zIndex = order;
      if (node.goal !== goal) {
        node.style.transitionDelay = flies && node.wait ? `${node.wait}ms` : "";
        node.style.transform = goal;
      }
      node.goal = goal;
      [node.x, node.y, node.order] = [x, y, order];
      node.flies = false;
      node.wait = 0;
      node.classList.remove("new");
      // What lies under others of a square pile need not be painted.
      node.under = !spot.fans && at < nodes.length - SEEN && at % 6 !== 0;
      if (!this.flying.size || !node.under) node.classList.toggle("under", node.under);
    });
  }

  #fly(node, order) {
    node.style.zIndex = ABOVE + order;
    node.classList.add("flying");
    clearTimeout(this.flying.get(node));
    this.flying.set(
      node,
      setTimeout(() => this.#land(node), FLIGHT + (node.wait || 0) + 30),
    );
  }

  #land(node) {
    clearTimeout(this.flying.get(node));
    this.flying.delete(node);
    node.classList.remove("flying");
    node.style.transitionDelay = "";
    node.style.zIndex = node.order;
    if (!this.flying.size) this.#mend();
  }

  /** Once nothing flies, what lies under other cards is painted no more. */
  #mend() {
    if (this.flying.size) return;
    for (const own of this.piles.values())
      for (const node of own.nodes) node.classList.toggle("under", node.under ?? false);
  }

  /** End all movement: everything lies where it belongs. */
  jump() {
    if (!this.flying.size) return;
    this.cards.classList.add("calm");
    for (const node of [...this.flying.keys()]) this.#land(node);
    for (const own of this.piles.values()) {
      for (const node of own.nodes) {
        node.turn?.cancel();
        node.turn = null;
      }
    }
    void this.cards.offsetWidth;
    this.cards.classList.remove("calm");
  }

  get isMoving() {
    return this.flying.size > 0;
  }

  /** All cards come from below the table, one after the other. */
  #dealOut() {
    const { size } = this.place;
    const nodes = [...this.piles.values()].flatMap((own) => own.nodes).filter((node) => !node.hidden);
    const each = Math.min(EACH, LONGEST / Math.max(nodes.length, 1));
    this.cards.classList.add("calm");
    const [x, y] = [(size.width - size.w) / 2, this.root.clientHeight + size.h * 0.2];
    for (const node of nodes) node.style.transform = `translate(${x}px, ${y}px)`;
    void this.cards.offsetWidth;
    this.cards.classList.remove("calm");
    // Row by row, as cards are dealt.
    nodes.sort((one, other) => one.at - other.at);
    nodes.forEach((node, number) => {
      node.wait = number * each;
      node.style.transitionDelay = `${node.wait}ms`;
      node.style.transform = `translate(${node.x}px, ${node.y}px)`;
      this.#fly(node, node.order);
      node.wait = 0;
    });
  }

  // Names, counts and marks

  #label(own) {
    const { pile, slot, badge, spot } = own;
    const { size } = this.place;
    const count = pile.cards.length;
    const mark = slot.firstChild;
    mark.dataset.takes = takesText(pile.takes);
    mark.classList.toggle("sign", pile.kind === "stock");
    mark.classList.toggle("long", mark.dataset.takes.length > 2);
    const covered = pile.covers.length > 0;
    slot.classList.toggle("shape", covered || this.state.plan.lines[pile.line].shaped);
    slot.setAttribute("aria-label", described(own.pile, spot.fans));
    const shown = ["stock", "waste", "discard"].includes(pile.kind) && count > 1 ? String(count) : "";
    badge.textContent = shown;
    badge.hidden = !shown;
    badge.style.transform = `translate(${spot.right - size.w / 2}px, ${spot.y + size.h}px) translate(-50%, -72%)`;
  }

  /** Mark what is held, where it may go, and what a hint means; without arguments nothing. */
  mark({ held = {}, to = [], with: pairs = [], hints = [] } = {}) {
    this.marked = { held, to, with: pairs, hints };
    const goals = new Set([...to, ...pairs]);
    const hinted = new Map(hints.map(({ pile, count }) => [pile, count]));
    this.root.classList.toggle("holding", Object.keys(held).length > 0);
    for (const { pile, nodes, slot } of this.piles.values()) {
      if (!slot) continue;
      const from = nodes.length - (held[pile.name] ?? 0);
      const hint = hinted.has(pile.name) ? nodes.length - Math.max(hinted.get(pile.name), 1) : nodes.length;
      slot.classList.toggle("target", goals.has(pile.name) && !nodes.length);
      slot.classList.toggle("hint", hinted.has(pile.name) && !nodes.length);
      nodes.forEach((node, at) => {
        node.classList.toggle("held", at >= from);
        node.classList.toggle("target", goals.has(pile.name) && at === nodes.length - 1);
        node.classList.toggle("hint", at >= hint);
      });
    }
    this.#moveCursor();
  }

  // The keyboard's cursor

  /** Move the cursor to a pile; `reach`: how many cards are meant. */
  point(name, reach = 1, grab = true) {
    const own = this.piles.get(name);
    if (!own?.slot) return;
    this.piles.get(this.focus)?.slot?.setAttribute("tabindex", "-1");
    this.focus = name;
    this.reach = reach;
    own.slot.tabIndex = 0;
    if (grab) own.slot.focus({ preventScroll: false });
    this.#moveCursor();
  }

  #moveCursor() {
    const own = this.piles.get(this.focus);
    if (!own?.spot || !this.place) {
      this.cursor.hidden = true;
      return;
    }
    const { spot, nodes } = own;
    const { size } = this.place;
    const reach = this.marked.held[this.focus] ?? Math.min(Math.max(this.reach, 1), Math.max(nodes.length, 1));
    const [dx, dy] = spot.cards[nodes.length - reach] ?? [0, 0];
    const last = spot.cards.at(-1) ?? [0, 0];
    this.cursor.hidden = false;
    this.cursor.style.transform = `translate(${spot.x + dx}px, ${spot.y + dy}px)`;
    this.cursor.style.width = `${last[0] - dx + size.w}px`;
    this.cursor.style.height = `${last[1] - dy + size.h}px`;
  }

  // For the hands

  /** The pile at a point of the window, as a drop finds it: names in `wanted` go before others. */
  pileAt(x, y, wanted = new Set()) {
    const box = this.felt.getBoundingClientRect();
    const style = getComputedStyle(this.felt);
    const [px, py] = [x - box.left - parseFloat(style.paddingLeft), y - box.top - parseFloat(style.paddingTop)];
    const { size } = this.place;
    let best = "",
      least = Infinity;
    for (const [name, { spot }] of this.piles) {
      if (!spot) continue;
      const dx = Math.max(spot.x - px, 0, px - spot.right),
        dy = Math.max(spot.y - py, 0, py - spot.bottom);
      const far = Math.hypot(dx, dy) + (wanted.has(name) ? 0 : size.w * 0.3) - spot.y * 1e-4;
      const near = dx < size.w * (wanted.has(name) ? 0.55 : 0.2) && dy < size.h * (wanted.has(name) ? 0.5 : 0.15);
      if (near && far < least) [best, least] = [name, far];
    }
    return best;
  }

  /** Elements of the top `count` cards of a pile. */
  top(name, count) {
    const nodes = this.piles.get(name)?.nodes ?? [];
    return nodes.slice(nodes.length - count);
  }

  /** Move elements with the pointer, by so many pixels from where they lie. */
  drag(nodes, dx, dy) {
    nodes.forEach((node, number) => {
      node.classList.add("dragged");
      node.style.zIndex = DRAGGED + number;
      node.goal = ""; // It lies nowhere until it is put somewhere.
      node.style.transform = `translate(${node.x + dx}px, ${node.y + dy}px) scale(1.03)`;
    });
  }

  /** The pointer has let go of elements: they stay where they are until it is known where they belong. */
  free(nodes) {
    nodes.forEach((node) => node.classList.remove("dragged"));
    void this.cards.offsetWidth;
  }

  /** Elements that were let go and may not stay glide back. */
  back(nodes) {
    this.free(nodes);
    for (const node of nodes) {
      this.#fly(node, node.order);
      node.style.transform = `translate(${node.x}px, ${node.y}px)`;
    }
  }
}
