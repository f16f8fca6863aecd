// Cards as SVG of our own: 52 faces in two sizes and a back.
//
// What has one colour is one path, whatever it consists of: a table has many cards, and each element of each of them
// takes the browser time before anything is seen.
//
// A face is 100 units wide and 140 high. The index, rank and suit side by side, stands in the strip that
// is seen when other cards lie upon it. Faces named "s-KH" are for small cards.
// Colours come from the style sheet, so that themes need no new drawing.

const SVG = "http://www.w3.org/2000/svg";

// Suits in a square of 100 units about their middle: where the line begins, and how it goes on from there.
const SUIT = {
  S: [
    [0, -47],
    "c10 20 42 38 42 60 0 14 -10 21 -20 21 -8 0 -14 -4 -18 -10 1 11 5 18 13 23h-34c8 -5 12 -12 13 -23 -4 " +
      "6 -10 10 -18 10 -10 0 -20 -7 -20 -21 0 -22 32 -40 42 -60z",
  ],
  H: [
    [0, 43],
    "c-6 -11 -44 -31 -44 -60 0 -16 11 -25 23 -25 10 0 17 6 21 16 4 -10 11 -16 21 -16 12 0 23 9 23 25 0 " +
      "29 -38 49 -44 60z",
  ],
  D: [
    [0, -47],
    "c9 18 21 34 36 47 -15 13 -27 29 -36 47 -9 -18 -21 -34 -36 -47 15 -13 27 -29 36 -47z",
  ],
  C: [
    [0, -46],
    "c13 0 22 10 22 22 0 6 -2 11 -6 16 14 -5 29 5 29 20 0 13 -9 21 -20 21 -9 0 -16 -4 -21 -11 1 12 5 20 " +
      "13 25h-34c8 -5 12 -13 13 -25 -5 7 -12 11 -21 11 -11 0 -20 -8 -20 -21 0 -15 15 -25 29 -20 -4 -5 -6 " +
      "-10 -6 -16 0 -12 9 -22 22 -22z",
  ],
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

// The upper half of a card is drawn, and turned about its middle for the lower one.
const [WIDTH, HEIGHT] = [100, 140];

const short = (figure) => Math.round(figure * 100) / 100;

/** A path, `scale` times as large and moved; a negative scale turns it upside down. Lines and curves alone, no arcs. */
function moved(path, scale, x, y) {
  let made = "";
  for (const [, command, figures] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    // Small letters count from where the line is.
    const from = command > "Z" ? [0, 0] : command === "V" ? [y, y] : command === "H" ? [x, x] : [x, y];
    const all = figures.match(/-?[0-9.]+/g) ?? [];
    made += command + all.map((figure, at) => short(from[at % 2] + scale * figure)).join(" ");
  }
  return made;
}

/** A path and the same turned about the middle of the card, in units of `scale`. */
const twice = (path, scale = 1) => path + moved(path, -1, WIDTH / scale, HEIGHT / scale);

const shapes = new Map(); // Suits in the sizes in which they have been drawn.

/** The sign of a suit about a point. */
function suitAt(suit, x, y, size, turned = false) {
  const scale = (turned ? -size : size) / 100;
  const [[fromX, fromY], path] = SUIT[suit];
  const name = suit + scale;
  if (!shapes.has(name)) shapes.set(name, moved(path, scale, 0, 0));
  return `M${short(x + scale * fromX)} ${short(y + scale * fromY)}${shapes.get(name)}`;
}

/** The same, and turned about the middle of the card. */
const suitTwice = (suit, x, y, size) => suitAt(suit, x, y, size) + suitAt(suit, WIDTH - x, HEIGHT - y, size, true);

const drawn = (name, path) => `<path class="${name}" d="${path}"/>`;

/** What is drawn for one rank is the same in all suits. */
function once(draw) {
  const known = new Map();
  return (...given) => {
    const name = given.join();
    if (!known.has(name)) known.set(name, draw(...given));
    return known.get(name);
  };
}

/** A rank so high, with its upper left corner at x and y; `both`: also in the lower corner. */
const rankAt = once((rank, x, y, height, both) => {
  const scale = height / 92;
  const path = moved(RANK[rank], 1, x / scale, y / scale);
  return `<path class="stroke" d="${both ? twice(path, scale) : path}" transform="scale(${scale})"/>`;
});

const wide = (rank, height) => ((rank === "T" ? 79 : 60) * height) / 92;

// The three figures, upper half, part upon part: 68 units wide, 42.5 high, the head in the middle.
const [LEFT, TOP] = [16, 27.5]; // Where they begin on the card.
const COLLAR = "M20 29 34 42.5 48 29 43 25.5 34 34 25 25.5Z";

/** A circle as curves. */
const ring = (x, y, r) => {
  const [far, near] = [r, r * 0.55];
  return (
    `M${x} ${y - far}C${x + near} ${y - far} ${x + far} ${y - near} ${x + far} ${y} ${x + far} ${y + near} ${x + near} ` +
    `${y + far} ${x} ${y + far} ${x - near} ${y + far} ${x - far} ${y + near} ${x - far} ${y} ${x - far} ${y - near} ` +
    `${x - near} ${y - far} ${x} ${y - far}Z`
  );
};

const EYES = ["dark", ring(31, 17, 1) + ring(37, 17, 1)];
const FIGURE = {
  K: [
    ["robe", "M0 42.5V35.6C6 31.5 14 29.5 23 27.5H45C54 29.5 62 31.5 68 35.6V42.5Z"],
    ["trim", "M4.6 42.5C7.6 36.6 13.2 34 20 32L23.5 42.5ZM63.4 42.5C60.4 36.6 54.8 34 48 32L44.5 42.5Z"],
    ["fur", COLLAR],
    ["spots", "M26 29.5v2M30 34v2M42 29.5v2M38 34v2"],
    ["hair", "M24 10H44L45.5 24C45.5 27 43 28 41 28H27C25 28 22.5 27 22.5 24Z"],
    ["skin", "M27.5 10H40.5V21C40.5 26 37 28.5 34 28.5 31 28.5 27.5 26 27.5 21Z"],
    ["hair", "M27.5 18.5C27.5 30 31 33 34 35 37 33 40.5 30 40.5 18.5 39 22 37 21 34 21 31 21 29 22 27.5 18.5Z"],
    ["lips", "M32 23.8H36"],
    EYES,
    ["gold", "M24 12 21.5 2.5 28 7 34 .5 40 7 46.5 2.5 44 12Z"],
    ["gem", "M24.5 9.7H43.5V12H24.5Z"],
    ["staff", "M58 42.5V22"],
  ],
  Q: [
    ["hair", "M34 6C43 6 46 12 46 19 46 26 49 30 50 35L18 35C19 30 22 26 22 19 22 12 25 6 34 6Z"],
    ["robe", "M0 42.5V36.6C6 32.6 15 31 24 29.5L34 39 44 29.5C53 31 62 32.6 68 36.6V42.5Z"],
    ["skin", "M24 29.5C28 28.5 30.5 28 30.5 25H37.5C37.5 28 40 28.5 44 29.5L34 40Z"],
    ["trimline", "M23 30 34 41 45 30"],
    ["skin", "M27 13C27 9 41 9 41 13V19.5C41 24.5 37.5 28 34 28 30.5 28 27 24.5 27 19.5Z"],
    ["hair", "M26 16C27 11 31 10.5 34 10.5 37 10.5 41 11 42 16 43 9 39 7 34 7 29 7 25 9 26 16Z"],
    ["lips", "M32.3 24C33.3 25 34.7 25 35.7 24"],
    EYES,
    ["pearls", "M29 31.5C31 34.5 37 34.5 39 31.5"],
    ["gold", "M24.5 10.5 25 3 29.5 6.5 34 1 38.5 6.5 43 3 43.5 10.5C38 8 30 8 24.5 10.5Z"],
    ["gem", ring(34, 6.5, 1.3)],
    ["stem", "M11 42.5C13 34 12 28 10.5 22M12 33C15 31 17 31 19 32"],
  ],
  J: [
    ["robe", "M0 42.5V36.6C6 32.6 15 31 24 29H44C53 31 62 32.6 68 36.6V42.5Z"],
    ["trim", "M8.3 42.5C9.8 36.6 13.2 34 18 32L22 42.5ZM59.7 42.5C58.2 36.6 54.8 34 50 32L46 42.5ZM31 31H37V42.5H31Z"],
    ["hair", "M24 11H44C45 18 46.5 24 45 27.5 42 29.5 38 28 38 28H30C30 28 26 29.5 23 27.5 21.5 24 23 18 24 11Z"],
    ["skin", "M30.5 25H37.5V29.5L34 33 30.5 29.5Z"],
    ["skin", "M27.5 12H40.5V20C40.5 25 37 28.3 34 28.3 31 28.3 27.5 25 27.5 20Z"],
    ["fur", "M24 29 34 33.5 44 29 45 31.5 34 37 23 31.5Z"],
    ["lips", "M32.3 24.3H35.7"],
    EYES,
    ["cap", "M23 13C21 6 29 3 36 3.5 43 4 47 8 45.5 13 39 10.5 30 10.5 23 13Z"],
    ["gold", "M23 13C30 10.3 39 10.3 45.5 13L45 15C39 12.7 30 12.7 23.5 15Z"],
    ["feather", "M42 9C47 1 55 0 60 3 56 8 50 9 42 9Z"],
    ["staff", "M10.5 42.5V22"],
  ],
};

/** Where a figure holds the sign of its suit. */
const HELD = { K: [58, 14], Q: [10.5, 14], J: [10.5, 14] };

const court = once((rank) => {
  const parts = FIGURE[rank].map(([name, path]) => drawn(name, twice(moved(path, 1, LEFT, TOP))));
  return `<rect class="frame" x="15" y="29" width="70" height="82" rx="3"/>${parts.join("")}${drawn("belt", "M15 70H85")}`;
});

function face(rank, suit) {
  const [left, top, height] = [7.5, 7.5, 19];
  let signs = suitTwice(suit, left + wide(rank, height) + 11.5, 17, 17);
  if (rank in FIGURE) {
    const [x, y] = HELD[rank];
    signs += suitTwice(suit, LEFT + x, TOP + y, 15);
  } else {
    const size = rank === "A" ? 56 : rank === "9" || rank === "T" ? 17.5 : 21;
    signs += PIPS[rank].map(([x, y]) => suitAt(suit, x, y, size, y > 70)).join("");
  }
  return (rank in FIGURE ? court(rank) : "") + drawn("ink", signs) + rankAt(rank, left, top, height, true);
}

/** For small cards: nothing but a large index and the suit. */
function smallFace(rank, suit) {
  const signs = suitAt(suit, 75, 30, 38) + suitAt(suit, 50, 97, 62);
  return drawn("ink", signs) + rankAt(rank, rank === "T" ? 5 : 8, 8, rank === "T" ? 42 : 44, false);
}

function back() {
  const [left, top, right, bottom] = [8, 8, 92, 132];
  let lattice = "";
  // Lines through the frame, those that fall and those that rise, from edge to edge.
  for (let at = 12 - (bottom - top); at < right - left; at += 12) {
    const [from, to] = [Math.max(at, 0), Math.min(at + bottom - top, right - left)];
    lattice += `M${left + from} ${top + from - at}L${left + to} ${top + to - at}`;
    lattice += `M${left + from} ${bottom - from + at}L${left + to} ${bottom - to + at}`;
  }
  return (
    '<rect class="backfill" x="7" y="7" width="86" height="126" rx="4"/>' +
    drawn("lattice", lattice) +
    drawn("backstar", "M50 34 61 59 86 70 61 81 50 106 39 81 14 70 39 59Z") +
    drawn("backheart", "M50 48 56.5 63.5 72 70 56.5 76.5 50 92 43.5 76.5 28 70 43.5 63.5Z")
  );
}

/** What a picture of that name consists of; each is drawn when it is first seen. */
const drawing = once((name) => {
  const [rank, suit] = name.slice(2);
  if (name === "back") return back();
  return name.startsWith("s-") ? smallFace(rank, suit) : face(rank, suit);
});

/** A picture of a card: `text` as "KH", "#" for a back. It is changed with `showFace`. */
export function cardPicture() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** Show a face, large or small, or the back; its name stays with the picture. */
export function showFace(picture, text, small) {
  const name = text.startsWith("#") ? "back" : `${small ? "s" : "f"}-${text}`;
  if (picture.dataset.face === name) return;
  picture.dataset.face = name;
  picture.setAttribute("class", name === "back" ? name : `suit-${text[1]}`);
  picture.innerHTML = drawing(name);
}
