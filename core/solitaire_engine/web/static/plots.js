// Plots as SVG: a line over time and a histogram, with their axes in words.

import { s } from "./dom.js";

const W = 360,
  H = 180,
  LEFT = 40,
  RIGHT = 10,
  TOP = 12,
  BOTTOM = 34;

/** Steps of an axis: about `many` round numbers from 0 to at least `most`. */
export function ticks(most, many = 4) {
  const raw = Math.max(most, 1e-9) / many;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw);
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, at) => at * step);
}

function canvas(title, description) {
  const picture = s("svg", {
    viewBox: `0 0 ${W} ${H}`,
    class: "plot",
    role: "img",
    "aria-label": `${title}. ${description}`,
  });
  return picture;
}

const text = (x, y, words, name = "") => s("text", { x, y, class: name }, words);

function frame(picture, yTicks, yText, xTitle) {
  const most = yTicks.at(-1);
  for (const value of yTicks) {
    const y = H - BOTTOM - (value / most) * (H - TOP - BOTTOM);
    picture.append(
      s("line", { x1: LEFT, x2: W - RIGHT, y1: y, y2: y, class: "grid" }),
      text(LEFT - 6, y + 4, yText(value), "end"),
    );
  }
  picture.append(text((LEFT + W - RIGHT) / 2, H - 4, xTitle, "middle title"));
}

/** Win rate over time: after each finished game the share won so far, and of the last ten as points. */
export function winRate(games) {
  let won = 0;
  const all = games.map(({ outcome }, at) => {
    won += outcome === "won";
    return (100 * won) / (at + 1);
  });
  const recent = games.map((_, at) => {
    const last = games.slice(Math.max(at - 9, 0), at + 1);
    return (100 * last.filter(({ outcome }) => outcome === "won").length) / last.length;
  });
  const picture = canvas("Win rate over time", `${Math.round(all.at(-1))} percent of ${games.length} games won`);
  frame(picture, [0, 25, 50, 75, 100], (value) => `${value}%`, "games finished");
  const x = (at) => LEFT + (W - LEFT - RIGHT) * (games.length > 1 ? at / (games.length - 1) : 0.5);
  const y = (value) => H - BOTTOM - (value / 100) * (H - TOP - BOTTOM);
  const line = (values, name) =>
    s("polyline", {
      class: name,
      points: values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
    });
  picture.append(line(recent, "soft"), line(all, "line"));
  if (games.length < 60) {
    picture.append(
      ...games.map(({ outcome }, at) =>
        s(
          "circle",
          { cx: x(at), cy: y(all[at]), r: 3, class: outcome },
          s("title", {}, `Game ${at + 1}: ${outcome}, ${Math.round(all[at])}% won so far`),
        ),
      ),
    );
  }
  picture.append(text(LEFT, H - 20, "1"), text(W - RIGHT, H - 20, String(games.length), "end"));
  return picture;
}

/** A histogram of numbers; `name(value)` writes them. */
export function histogram(values, title, name) {
  const most = Math.max(...values),
    least = Math.min(...values);
  const count = Math.min(Math.max(Math.ceil(Math.sqrt(values.length)) + 1, 4), 12);
  const steps = ticks(Math.max(most - least, 1), count);
  const wide = steps[1] - steps[0];
  const first = Math.floor(least / wide) * wide;
  const bins = Array.from({ length: Math.floor((most - first) / wide) + 1 }, () => 0);
  for (const value of values) bins[Math.floor((value - first) / wide)] += 1;
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const picture = canvas(title, `From ${name(least)} to ${name(most)}, half of them up to ${name(middle)}`);
  const yTicks = ticks(Math.max(...bins), Math.min(Math.max(...bins), 4)).filter(Number.isInteger);
  frame(picture, yTicks.length > 1 ? yTicks : [0, 1], String, title);
  const top = (yTicks.length > 1 ? yTicks : [0, 1]).at(-1);
  const each = (W - LEFT - RIGHT) / bins.length;
  bins.forEach((number, at) => {
    const height = (number / top) * (H - TOP - BOTTOM);
    picture.append(
      s(
        "rect",
        {
          x: LEFT + at * each + 1.5,
          y: H - BOTTOM - height,
          width: Math.max(each - 3, 1),
          height,
          rx: 2,
          class: "bar-of",
        },
        s("title", {}, `${name(first + at * wide)} to ${name(first + (at + 1) * wide)}: ${number}`),
      ),
    );
  });
  picture.append(text(LEFT, H - 20, name(first)), text(W - RIGHT, H - 20, name(first + bins.length * wide), "end"));
  return picture;
}
