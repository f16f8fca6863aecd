// Signs on buttons, drawn as strokes in a square of 24 units.

import { s } from "./dom.js";

const PATHS = {
  new: "M12 5v14M5 12h14",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 6 6v1",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0-6 6v1",
  hint: "M9 18h6M10 21h4M8.5 14.5A6 6 0 1 1 15.5 14.5C14.6 15.2 14.5 16 14.5 16h-5s-.1-.8-1-1.5Z",
  auto: "M12 19V5M6 11l6-6 6 6M5 21h14",
  rules: "M5 4h9a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h10M9 8h5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  watch: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  restart: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5",
  moves: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  share:
    "M9 12l6-4M9 12l6 4M6.5 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17.5 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M17.5 " +
    "20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  edit: "M4 20h4L19 9a2.8 2.8 0 0 0-4-4L4 16ZM13.5 6.5l4 4",
  stats: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  odds: "M3 18c5 0 5-12 9-12s4 12 9 12M12 6v12",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  keys: "M3 6h18v12H3ZM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  type: "M5 7l5 5-5 5M12 17h7",
  open: "M4 19V6h6l2 2h8v11Z",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
};

/** The sign of a name, as an element. */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
