// Cards as SVG of our own: 52 faces in two sizes and a back, each drawn once as a symbol and used by name.
//
// A face is 100 units wide and 140 high. The index, rank and suit side by side, stands in the strip that
// is seen when other cards lie upon it. Faces named "s-KH" are for small cards: nothing but a large index
// and the suit. Colours come from the style sheet, so that themes need no new drawing.

const SVG = "http://www.w3.org/2000/svg";

// Suits in a square of 100 units.
const SUIT = {
  S:
    "M50 3C60 23 92 41 92 63 92 77 82 84 72 84 64 84 58 80 54 74 55 85 59 92 67 97H33C41 92 45 85 46 74 42 80 36 84 28 84 " +
    "18 84 8 77 8 63 8 41 40 23 50 3Z",
  H: "M50 93C44 82 6 62 6 33 6 17 17 8 29 8 39 8 46 14 50 24 54 14 61 8 71 8 83 8 94 17 94 33 94 62 56 82 50 93Z",
  D: "M50 3C59 21 71 37 86 50 71 63 59 79 50 97 41 79 29 63 14 50 29 37 41 21 50 3Z",
  C:
    "M50 4C63 4 72 14 72 26 72 32 70 37 66 42 80 37 95 47 95 62 95 75 86 83 75 83 66 83 59 79 54 72 55 84 59 92 67 97H33C41 " +
    "92 45 84 46 72 41 79 34 83 25 83 14 83 5 75 5 62 5 47 20 37 34 42 30 37 28 32 28 26 28 14 37 4 50 4Z",
};

// Ranks as strokes in a box 60 wide (the ten: 78) and 90 high.
const RANK = {
  A: "M6 88 30 6 54 88M15 60H45",
  2: "M8 27C8 13 18 5 30 5 43 5 52 14 52 26 52 38 44 47 34 57L8 85H55",
  3: "M9 6H50L28 37C44 36 53 46 53 60 53 76 43 86 29 86 17 86 9 79 7 68",
  4: "M43 88V6L6 63H57",
  5: "M50 6H15L11 41C17 35 23 33 30 33 44 33 53 44 53 59 53 75 43 86 29 86 17 86 9 79 7 69",
  6: "M48 16C44 9 38 5 31 5 15 5 8 21 8 50 8 74 16 86 30.5 86 44 86 53 75 53 61 53 46 44 37 31 37 18 37 8 47 8 60",
  7: "M5 6H54L23 88",
  8:
    "M30 5C42 5 49 13 49 24 49 35 42 42 30 42 18 42 11 35 11 24 11 13 18 5 30 5ZM30 42C44 42 53 51 53 64 53 77 44 86 30 86 " +
    "16 86 7 77 7 64 7 51 16 42 30 42Z",
  9: "M13 75C17 82 23 86 30 86 46 86 53 70 53 41 53 17 45 5 30.5 5 17 5 8 16 8 30 8 45 17 54 30 54 43 54 53 44 53 31",
  T: "M4 20 17 6V88M53 5C66 5 73 20 73 46 73 71 66 86 53 86 40 86 33 71 33 46 33 20 40 5 53 5Z",
  J: "M24 6H46V60C46 77 39 86 26 86 14 86 7 79 6 66",
  Q: "M30 5C46 5 54 20 54 46 54 71 46 86 30 86 14 86 6 71 6 46 6 20 14 5 30 5ZM33 64 54 92",
  K: "M10 3V88M53 5 10 55M24 41 55 88",
};

// Where the pips of a number card stand; those of the lower half stand upside down.
const [L, M, R] = [31, 50, 69];
const PIPS = {
  A: [[M, 70]],
  2: [
    [M, 43],
    [M, 97],
  ],
  3: [
    [M, 43],
    [M, 70],
    [M, 97],
  ],
  4: [
    [L, 43],
    [R, 43],
    [L, 97],
    [R, 97],
  ],
  5: [
    [L, 43],
    [R, 43],
    [M, 70],
    [L, 97],
    [R, 97],
  ],
  6: [
    [L, 43],
    [R, 43],
    [L, 70],
    [R, 70],
    [L, 97],
    [R, 97],
  ],
  7: [
    [L, 43],
    [R, 43],
    [M, 56.5],
    [L, 70],
    [R, 70],
    [L, 97],
    [R, 97],
  ],
  8: [
    [L, 43],
    [R, 43],
    [M, 56.5],
    [L, 70],
    [R, 70],
    [M, 83.5],
    [L, 97],
    [R, 97],
  ],
  9: [
    [L, 41],
    [R, 41],
    [L, 60.3],
    [R, 60.3],
    [M, 70],
    [L, 79.7],
    [R, 79.7],
    [L, 99],
    [R, 99],
  ],
  T: [
    [L, 41],
    [R, 41],
    [M, 50.6],
    [L, 60.3],
    [R, 60.3],
    [L, 79.7],
    [R, 79.7],
    [M, 89.4],
    [L, 99],
    [R, 99],
  ],
};

const suitAt = (suit, x, y, size, turned = false, name = "") =>
  `<path class="ink ${name}" d="${SUIT[suit]}" transform="translate(${x} ${y})${turned ? " rotate(180)" : ""} ` +
  `scale(${size / 100}) translate(-50 -50)"/>`;

const rankAt = (rank, x, y, height) =>
  `<path class="stroke" d="${RANK[rank]}" transform="translate(${x} ${y}) scale(${height / 92})"/>`;

const wide = (rank, height) => ((rank === "T" ? 79 : 60) * height) / 92;

function index(rank, suit) {
  const height = 19,
    left = 7.5;
  return rankAt(rank, left, 7.5, height) + suitAt(suit, left + wide(rank, height) + 11.5, 17, 17);
}

// The three figures, upper half: 68 units wide, 43 high, the head in the middle. `a` and `b` are the colours of the suit.
const COLLAR = "M20 29 34 43 48 29 43 25.5 34 34 25 25.5Z";
const EYES = '<circle class="dark" cx="31" cy="17" r="1"/><circle class="dark" cx="37" cy="17" r="1"/>';
const FIGURE = {
  K: (suit) =>
    '<path class="robe" d="M-2 44V37C5 32 14 29.5 23 27.5H45C54 29.5 63 32 70 37V44Z"/>' +
    '<path class="trim" d="M4 44C7 37 13 34 20 32L24 44ZM64 44C61 37 55 34 48 32L44 44Z"/>' +
    `<path class="fur" d="${COLLAR}"/>` +
    '<path class="spots" d="M26 29.5v2M30 34v2M42 29.5v2M38 34v2"/>' +
    '<path class="hair" d="M24 10H44L45.5 24C45.5 27 43 28 41 28H27C25 28 22.5 27 22.5 24Z"/>' +
    '<path class="skin" d="M27.5 10H40.5V21C40.5 26 37 28.5 34 28.5 31 28.5 27.5 26 27.5 21Z"/>' +
    '<path class="hair" d="M27.5 18.5C27.5 30 31 33 34 35 37 33 40.5 30 40.5 18.5 39 22 37 21 34 21 31 21 29 22 27.5 18.5Z"/>' +
    '<path class="lips" d="M32 23.8H36"/>' +
    EYES +
    '<path class="gold" d="M24 12 21.5 2.5 28 7 34 .5 40 7 46.5 2.5 44 12Z"/><path class="gem" d="M24.5 9.7H43.5V12H24.5Z"/>' +
    '<path class="staff" d="M58 43V22"/>' +
    suitAt(suit, 58, 14, 15),
  Q: (suit) =>
    '<path class="hair" d="M34 6C43 6 46 12 46 19 46 26 49 30 50 35L18 35C19 30 22 26 22 19 22 12 25 6 34 6Z"/>' +
    '<path class="robe" d="M-2 44V38C5 33 15 31 24 29.5L34 39 44 29.5C53 31 63 33 70 38V44Z"/>' +
    '<path class="skin" d="M24 29.5C28 28.5 30.5 28 30.5 25H37.5C37.5 28 40 28.5 44 29.5L34 40Z"/>' +
    '<path class="trimline" d="M23 30 34 41 45 30"/>' +
    '<path class="skin" d="M27 13C27 9 41 9 41 13V19.5C41 24.5 37.5 28 34 28 30.5 28 27 24.5 27 19.5Z"/>' +
    '<path class="hair" d="M26 16C27 11 31 10.5 34 10.5 37 10.5 41 11 42 16 43 9 39 7 34 7 29 7 25 9 26 16Z"/>' +
    '<path class="lips" d="M32.3 24C33.3 25 34.7 25 35.7 24"/>' +
    EYES +
    '<path class="pearls" d="M29 31.5C31 34.5 37 34.5 39 31.5"/>' +
    '<path class="gold" d="M24.5 10.5 25 3 29.5 6.5 34 1 38.5 6.5 43 3 43.5 10.5C38 8 30 8 24.5 10.5Z"/>' +
    '<circle class="gem" cx="34" cy="6.5" r="1.3"/>' +
    '<path class="stem" d="M11 43C13 34 12 28 10.5 22M12 33C15 31 17 31 19 32"/>' +
    suitAt(suit, 10.5, 14, 15),
  J: (suit) =>
    '<path class="robe" d="M-2 44V38C5 33 15 31 24 29H44C53 31 63 33 70 38V44Z"/>' +
    '<path class="trim" d="M8 44C9.5 37 13 34 18 32L22.5 44ZM60 44C58.5 37 55 34 50 32L45.5 44ZM31 31H37V44H31Z"/>' +
    '<path class="hair" d="M24 11H44C45 18 46.5 24 45 27.5 42 29.5 38 28 38 28H30C30 28 26 29.5 23 27.5 21.5 24 23 18 24 11Z"/>' +
    '<path class="skin" d="M30.5 25H37.5V29.5L34 33 30.5 29.5Z"/>' +
    '<path class="skin" d="M27.5 12H40.5V20C40.5 25 37 28.3 34 28.3 31 28.3 27.5 25 27.5 20Z"/>' +
    '<path class="fur" d="M24 29 34 33.5 44 29 45 31.5 34 37 23 31.5Z"/>' +
    '<path class="lips" d="M32.3 24.3H35.7"/>' +
    EYES +
    '<path class="cap" d="M23 13C21 6 29 3 36 3.5 43 4 47 8 45.5 13 39 10.5 30 10.5 23 13Z"/>' +
    '<path class="gold" d="M23 13C30 10.3 39 10.3 45.5 13L45 15C39 12.7 30 12.7 23.5 15Z"/>' +
    '<path class="feather" d="M42 9C47 1 55 0 60 3 56 8 50 9 42 9Z"/>' +
    '<path class="staff" d="M10.5 43V22"/>' +
    suitAt(suit, 10.5, 14, 15),
};

function court(rank, suit) {
  const half = `<g>${FIGURE[rank](suit)}</g>`;
  return (
    '<rect class="frame" x="15" y="29" width="70" height="82" rx="3"/>' +
    `<svg x="16" y="27.5" width="68" height="42.5" viewBox="0 0 68 42.5">${half}</svg>` +
    `<g transform="rotate(180 50 70)"><svg x="16" y="27.5" width="68" height="42.5" viewBox="0 0 68 42.5">${half}</svg></g>` +
    '<path class="belt" d="M15 70H85"/>'
  );
}

function face(rank, suit) {
  const corner = index(rank, suit);
  let middle;
  if (rank in FIGURE) {
    middle = court(rank, suit);
  } else {
    const size = rank === "A" ? 56 : rank === "9" || rank === "T" ? 17.5 : 21;
    middle = PIPS[rank].map(([x, y]) => suitAt(suit, x, y, size, y > 70)).join("");
  }
  return `${middle}${corner}<g transform="rotate(180 50 70)">${corner}</g>`;
}

function smallFace(rank, suit) {
  const height = rank === "T" ? 42 : 44;
  return (
    rankAt(rank, rank === "T" ? 5 : 8, 8, height) + suitAt(suit, 75, 30, 38) + suitAt(suit, 50, 97, 62, false, "pale")
  );
}

function back() {
  let lattice = "";
  for (let x = -140; x <= 100; x += 12) {
    lattice += `M${x} 0L${x + 140} 140M${x + 140} 0L${x} 140`;
  }
  return (
    '<rect class="backpaper" width="100" height="140" rx="8"/>' +
    '<svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126"><rect class="backfill" x="7" y="7" width="86" height="126"/>' +
    `<path class="lattice" d="${lattice}"/></svg>` +
    '<rect class="backline" x="7" y="7" width="86" height="126" rx="4"/>' +
    '<path class="backstar" d="M50 34 61 59 86 70 61 81 50 106 39 81 14 70 39 59Z"/>' +
    '<path class="backheart" d="M50 48 56.5 63.5 72 70 56.5 76.5 50 92 43.5 76.5 28 70 43.5 63.5Z"/>'
  );
}

const symbol = (id, name, inside) => `<symbol id="${id}" viewBox="0 0 100 140" class="${name}">${inside}</symbol>`;

let symbols = null; // The element that holds what has been drawn so far.
const drawn = new Set();

/** Make sure that a symbol is in the page; each is drawn when it is first seen. */
function draw(id) {
  if (drawn.has(id)) return;
  drawn.add(id);
  if (!symbols) {
    const holder = document.createElement("div");
    holder.className = "symbols";
    holder.setAttribute("aria-hidden", "true");
    holder.innerHTML = `<svg xmlns="${SVG}" width="0" height="0"></svg>`;
    document.body.append(holder);
    symbols = holder.firstChild;
  }
  const [rank, suit] = id.slice(2);
  const inside = id === "back" ? back() : id.startsWith("s-") ? smallFace(rank, suit) : face(rank, suit);
  symbols.insertAdjacentHTML("beforeend", symbol(id, id === "back" ? "" : `suit-${suit}`, inside));
}

/** A picture of a card: `text` as "KH", "#" for a back. It is changed with `showFace`. */
export function cardPicture() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  return svg;
}

/** Show a face, large or small, or the back. */
export function showFace(picture, text, small) {
  const id = text.startsWith("#") ? "back" : `${small ? "s" : "f"}-${text}`;
  draw(id);
  picture.firstChild.setAttribute("href", `#${id}`);
}
