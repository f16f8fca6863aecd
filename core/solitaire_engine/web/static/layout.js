// Where every pile and card lies, for a window of any size. Nothing here touches the page.
//
// The server says in which line a pile stands, how far from the left in places, and whether its cards fan
// out; this module chooses the size of a card, so that all lines have room for what they will usually hold.

const SMALL = 60; // Cards narrower than this show the simple faces.
const LEAST = 24; // No card is narrower, for fingers and eyes; the table scrolls sideways instead.
const RATIO = 1.4;
const SHARE = 0.72; // So much of the usual length of a pile has room with all of its index seen.
const LONG = 18; // No more cards of a pile than these make all cards smaller.
const LOW = 420,
  SHARE_LOW = 0.42; // On a low window cards are rather larger, and shrink when piles grow.
const WASTE = 3; // So many cards of a waste are seen side by side.

/** Distances for cards of a width. */
function measures(w, narrow) {
  const small = w < SMALL;
  return {
    w,
    h: w * RATIO,
    small,
    gapX: w * (narrow ? 0.08 : 0.17),
    gapY: w * (narrow ? 0.2 : 0.24) + 4,
    up: w * (small ? 0.56 : 0.31),
    read: w * (small ? 0.47 : 0.28), // less than this hides the index
    down: w * (small ? 0.2 : 0.14),
    aside: w * (small ? 0.5 : 0.34),
  };
}

function widthOf(plan, m) {
  return plan.width * m.w + (plan.width - 1) * m.gapX;
}

/** The height of a line of piles that lie square, with the room below it. */
function square(line, m) {
  return line.overlaps ? m.h * 0.5 : m.h + m.gapY * (line.shaped ? 0.6 : 1);
}

/** Heights of lines: `share` is how much of the usual length of a fan must have room, 1 for all of it. */
function heights(plan, m, share) {
  return plan.lines.map((line) => {
    const fan = line.usual > 1 ? Math.max((line.usual - 1) * share, 2) * m.up : 0;
    return fan + square(line, m);
  });
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** The largest cards with which everything fits. */
function chooseSize(plan, piles, width, height) {
  const narrow = width < 600;
  // The more lines fan out, the fewer of them grow long at the same time.
  const fans = plan.lines.filter((line) => line.usual > 1).length;
  const share = (height < LOW ? SHARE_LOW : SHARE) / Math.max(Math.sqrt(fans * 1.5 - 0.5), 1);
  const fits = (w) => {
    const m = measures(w, narrow);
    if (widthOf(plan, m) > width * (narrow ? 1 : 0.95) || sum(heights(plan, m, share)) - m.gapY > height) return false;
    // What lies there now must be readable, too.
    const lines = heights(plan, m, 0);
    for (const { line, fan, cards } of piles) {
      if (line < 0 || fan !== "down") continue;
      const downs = cards.filter((card) => card.startsWith("#")).length;
      lines[line] = Math.max(
        lines[line],
        m.h + m.gapY + Math.min(Math.max(cards.length - 1 - downs, 0), LONG) * m.read + downs * m.w * 0.06,
      );
    }
    return sum(lines) - m.gapY <= height;
  };
  // Large faces need less of a card to be seen than small ones, so they may fit where small ones do not.
  const widest = Math.min(width, height * 0.26);
  let [low, high] = fits(SMALL) ? [SMALL, Math.max(widest, SMALL)] : [8, Math.min(widest, SMALL - 1)];
  for (let turn = 0; turn < 24; turn++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  // Whole pixels keep edges sharp.
  return measures(Math.max(Math.floor(low), LEAST), narrow);
}

/** Steps from card to card of one fan with `room` pixels from its top to the end of its last card. */
function fanSteps(cards, m, room, loose = 1) {
  const open = [];
  for (let at = 0; at + 1 < cards.length; at++) open.push(!cards[at].startsWith("#"));
  const ups = open.filter(Boolean).length,
    downs = open.length - ups;
  const spare = Math.max(room - m.h, 0);
  let [up, down] = [m.up * loose, m.down * loose];
  if (ups * up + downs * down > spare) {
    // Backs give way first, then faces, as far as there is need.
    down = Math.max((spare - ups * up) / Math.max(downs, 1), m.w * 0.055);
    if (ups * up + downs * down > spare && ups) up = Math.max((spare - downs * down) / ups, 0.5);
    if (ups * up + downs * down > spare && downs) down = Math.max((spare - ups * up) / downs, 0.5);
  }
  return open.map((lies) => (lies ? up : down));
}

/**
 * The table: `size` (w, h, small, width, height in pixels) and for every pile by name its `x`, `y`,
 * `bottom` (how far it reaches when cards are dropped), and `cards`, offsets [dx, dy] from the lowest card up.
 */
export function arrange(state, width, height) {
  const { plan, piles } = state;
  const m = chooseSize(plan, piles, width, height - 6);
  const total = Math.max(widthOf(plan, m), 0);
  const left = Math.max((width - total) / 2, 0);
  const fixed = plan.lines.map((line) => (line.usual ? 0 : square(line, m)));
  const fans = plan.lines.map((line, at) => at).filter((at) => !fixed[at]);
  const need = plan.lines.map(() => 0);
  for (const pile of piles) {
    if (pile.line < 0 || fixed[pile.line]) continue;
    const steps = fanSteps(pile.cards, m, Infinity);
    need[pile.line] = Math.max(need[pile.line], m.h + sum(steps));
  }
  const room = height - 6 - sum(fixed) - fans.length * m.gapY + m.gapY * (fans.length ? 1 : 0);
  const rows = [...fixed];
  shareOut(rows, fans, need, room, m, plan);
  // Small cards lie further apart where there is room, which fingers like.
  const loose = plan.lines.map((line, at) => {
    const long = Math.max(need[at] - m.h, (line.usual - 1) * m.up, 1);
    return m.small ? Math.min(Math.max((rows[at] - m.h) / long, 1), 1.35) : 1;
  });
  const tops = [];
  let y = 0;
  rows.forEach((each, at) => {
    tops[at] = y;
    y += each + (fixed[at] ? 0 : m.gapY);
  });
  const placed = {};
  for (const pile of piles) {
    if (pile.line < 0) continue;
    const x = left + pile.x * (m.w + m.gapX);
    const top = tops[pile.line];
    const offsets = [];
    if (pile.fan === "down") {
      let dy = 0;
      const steps = fanSteps(pile.cards, m, rows[pile.line], loose[pile.line]);
      pile.cards.forEach((_, at) => {
        offsets.push([0, dy]);
        dy += steps[at] ?? 0;
      });
    } else {
      const across = pile.fan === "right" && pile.spare > 0;
      const shown = across
        ? Math.min(WASTE, pile.cards.length, 1 + Math.floor((pile.spare * (m.w + m.gapX)) / m.aside))
        : 1;
      const first = pile.cards.length - shown;
      pile.cards.forEach((_, at) => {
        // A pile of many cards looks a little thick.
        const thick = pile.kind === "stock" || pile.kind === "discard" ? Math.floor(Math.min(at, 30) / 6) * -0.8 : 0;
        offsets.push([Math.max(at - first, 0) * m.aside + thick, thick]);
      });
    }
    const last = offsets.at(-1) ?? [0, 0];
    placed[pile.name] = {
      x,
      y: top,
      cards: offsets,
      fans: pile.fan === "down",
      bottom: Math.max(top + last[1] + m.h, top + (fixed[pile.line] ? m.h : rows[pile.line])),
      right: x + last[0] + m.w,
    };
  }
  return { size: { ...m, width: Math.max(total, width), height: Math.max(y - m.gapY, 0), left }, piles: placed };
}

/** Height for the lines that fan out: each what it needs, and if that is too much, the long ones give. */
function shareOut(rows, fans, need, room, m, plan) {
  if (!fans.length) return;
  const wish = fans.map((at) => Math.max(need[at], m.h + Math.max(plan.lines[at].usual - 1, 0) * m.up));
  const all = sum(wish);
  if (all <= room) {
    // The last line may reach to the lower edge.
    fans.forEach((at, number) => {
      rows[at] = wish[number] + (number === fans.length - 1 ? room - all : 0);
    });
    return;
  }
  // Short fans get what they need; long ones share what is left.
  const needed = fans.map((at) => Math.max(need[at] - m.h, 0));
  let left = Math.max(room - fans.length * m.h, 0);
  const order = fans.map((at, number) => number).sort((one, other) => needed[one] - needed[other]);
  order.forEach((number, turn) => {
    const part = Math.min(needed[number], left / (order.length - turn));
    rows[fans[number]] = m.h + part;
    left -= part;
  });
  // Where all have it, the rest goes to those that may still grow.
  fans.forEach((at) => {
    rows[at] += left / fans.length;
  });
}
