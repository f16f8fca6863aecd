// How often each game was played and won, with plots.

import { clock, counted, h, request } from "./dom.js";
import { frame } from "./home.js";
import { histogram, winRate } from "./plots.js";

export async function show(app) {
  const main = frame(app, "Statistics", "stats");
  const answer = await request("/api/stats");
  if (answer.error) {
    main.append(h("p", { class: "sheet bad", role: "alert" }, answer.error));
    return;
  }
  const kinds = answer.kinds.filter((kind) => kind.played > 0 || kind.games.length > 0);
  if (!kinds.length) {
    main.append(
      h(
        "section",
        { class: "sheet" },
        h("h2", {}, "Nothing to count yet"),
        h("p", {}, "A game counts once it is won, or given up after a move. "),
        h("div", { class: "buttons" }, h("a", { class: "button main", href: "/new" }, "Play")),
      ),
    );
    return;
  }
  main.append(total(kinds), ...kinds.map(sheet));
}

const fact = (name, value) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value));
const share = (won, played) => (played ? `${Math.round((100 * won) / played)}%` : "–");

function total(kinds) {
  const sum = (key) => kinds.reduce((all, kind) => all + kind[key], 0);
  const games = kinds.flatMap((kind) => kind.games).sort((one, other) => (one.begun < other.begun ? -1 : 1));
  const seconds = games.reduce((all, game) => all + game.seconds, 0);
  const done = games.filter(({ outcome }) => outcome !== "unfinished");
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, "All games"),
    h(
      "dl",
      { class: "facts" },
      fact("played", String(sum("played"))),
      fact("won", `${sum("won")} (${share(sum("won"), sum("played"))})`),
      fact("time", clock(seconds)),
      fact("kinds of game", String(kinds.length)),
    ),
    done.length > 1 &&
      h(
        "figure",
        {},
        winRate(done),
        h("figcaption", {}, "Share of games won: so far (line) and of the last ten (thin)."),
      ),
  );
}

function sheet(kind) {
  const done = kind.games.filter(({ outcome }) => outcome !== "unfinished");
  const wins = kind.games.filter(({ outcome }) => outcome === "won");
  const { played, won, streak } = kind;
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, kind.label || kind.name),
    h(
      "dl",
      { class: "facts" },
      fact("played", String(played)),
      fact("won", `${won} (${share(won, played)})`),
      fact(
        "streak",
        streak === 0 ? "–" : streak > 0 ? counted(streak, "win") : streak === -1 ? "1 loss" : `${-streak} losses`,
      ),
      fact("longest streak", counted(kind.longest_won, "win")),
      fact("best time", kind.best_seconds === null ? "–" : clock(kind.best_seconds)),
      fact("average time", kind.average_seconds === null ? "–" : clock(kind.average_seconds)),
      fact("fewest moves", kind.best_moves === null ? "–" : String(kind.best_moves)),
      fact("average moves", kind.average_moves === null ? "–" : String(Math.round(kind.average_moves))),
    ),
    h(
      "div",
      { class: "plots" },
      done.length > 1 && h("figure", {}, winRate(done)),
      wins.length > 1 &&
        h(
          "figure",
          {},
          histogram(
            wins.map((game) => game.seconds),
            "time of games won",
            clock,
          ),
        ),
      wins.length > 1 &&
        h(
          "figure",
          {},
          histogram(
            wins.map((game) => game.moves),
            "moves of games won",
            (value) => String(Math.round(value)),
          ),
        ),
    ),
  );
}
