// Cards and piles in words, for those who listen, and in signs on empty places.

const RANKS = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const EMPTY = { any: ", takes any card", some: "", redeal: ", can be dealt again", closed: ", closed", "": "" };

/** A card in words: "king of hearts". */
export function cardName(text) {
  if (text.startsWith("#")) return "a face-down card";
  return `${RANKS[text[0]] ?? text[0]} of ${SUITS[text[1]]}`;
}

/** A pile in words; `fans`: whether all of its cards are seen. */
export function described(pile, fans) {
  const { cards, name, kind, takes } = pile;
  const label = pile.label === name ? `${kind} ${name}` : pile.label;
  if (!cards.length) return `${label}: empty${EMPTY[takes] ?? `, takes ${takes}`}`;
  if (!fans) return `${label}: ${cardName(cards.at(-1))}${cards.length > 1 ? `, ${cards.length} cards` : ""}`;
  const open = cards.filter((card) => !card.startsWith("#"));
  const hidden = cards.length - open.length;
  return `${label}: ${[...open.map(cardName).reverse(), hidden ? `${hidden} face down` : ""].filter(Boolean).join(", ")}`;
}

/** What an empty place shows of what it takes. */
export function takesText(takes) {
  if (takes === "redeal") return "↻";
  if (takes === "closed") return "×";
  if (takes === "any" || takes === "some") return "";
  return /^[A0-9JQK]+[SHDC]$/.test(takes) ? takes.slice(0, -1) + SIGNS[takes.slice(-1)] : takes;
}
