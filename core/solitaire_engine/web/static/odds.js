// How often a game can be won: an estimate that grows before one's eyes, with its interval.

import { clock, counted, h, put, request, s } from "./dom.js";
import { frame } from "./home.js";
import { Wire } from "./wire.js";

/** Where the published figure lies, by whether that is inside. */
const PLACES = {
  true: "It lies inside the interval that was measured.",
  false: "It lies outside the interval that was measured.",
  null: "Whether it agrees cannot be said: too many deals are unknown.",
};

const percent = (share) => `${(100 * share).toFixed(1)}%`;

export async function show(app) {
  const main = frame(app, "Odds", "odds");
  const search = new URLSearchParams(location.search);
  const select = h("select", { name: "variant", onchange: () => params() });
  const choices = h("div", { class: "rows" });
  const deals = h("input", {
    name: "deals",
    type: "text",
    value: "100",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "deals-how",
  });
  const seconds = h("input", { name: "seconds", type: "number", min: "0.1", max: "60", step: "any", value: "2" });
  const begin = h("button", { class: "main", disabled: true }, "Measure");
  const stop = h("button", { type: "button", onclick: () => wire.ask({ t: "stop" }), disabled: true }, "Stop");
  const form = h(
    "form",
    {
      class: "rows",
      onsubmit: (event) => {
        event.preventDefault();
        const values = Object.fromEntries(
          [...choices.querySelectorAll("select, input")].map((control) => [control.name, control.value]),
        );
        wire.ask({
          t: "start",
          variant: select.value,
          params: values,
          deals: deals.value.trim(),
          seconds: Number(seconds.value) || 2,
        });
      },
    },
    h("label", { class: "row" }, h("span", {}, "Game"), select),
    choices,
    h("label", { class: "row" }, h("span", {}, "Deals"), deals),
    h("label", { class: "row" }, h("span", {}, "Seconds for a deal"), seconds),
    h(
      "p",
      { class: "soft", id: "deals-how" },
      "A number of deals, or a range as 1-1000. What is found is kept: measuring goes on where it stopped.",
    ),
    h("div", { class: "buttons" }, begin, stop),
  );
  const result = h("section", { class: "sheet odds", "aria-live": "polite", hidden: true });
  main.append(
    h(
      "section",
      { class: "sheet" },
      h("h2", {}, "How often can it be won?"),
      h(
        "p",
        { class: "soft" },
        "The solver plays many deals. Winnable ones come with a solution, lost ones with a proof; those that stay unknown widen the interval on both sides.",
      ),
      form,
    ),
    result,
  );

  let asked = 0;
  const params = async () => {
    const mine = ++asked;
    begin.disabled = true;
    const about = await request(`/api/game/${encodeURIComponent(select.value)}`);
    if (mine !== asked) return;
    begin.disabled = false;
    put(
      choices,
      (about.params ?? []).map(({ name, text, choices: offered, value, default: usual }) => {
        const now = search.get(name) ?? value ?? usual;
        return h(
          "label",
          { class: "row" },
          h("span", {}, text.charAt(0).toUpperCase() + text.slice(1) || name),
          offered?.length
            ? h(
                "select",
                { name },
                offered.map((choice) =>
                  h("option", { value: choice, selected: String(choice) === String(now) }, choice),
                ),
              )
            : h("input", { name, value: now }),
        );
      }),
    );
  };
  const wire = new Wire(
    "/ws/odds",
    (message) => {
      if (message.t === "say") {
        result.hidden = false;
        put(result, h("p", { class: message.bad ? "bad" : "" }, message.text));
      } else if (message.t === "odds") {
        stop.disabled = !message.running;
        begin.textContent = message.running ? "Begin again" : "Measure";
        showResult(result, message);
      }
    },
    (how) => {
      if (how !== "open")
        put(result, h("p", { class: "bad" }, how === "lost" ? "The server cannot be reached. Trying again…" : how));
    },
  );
  const { games = [] } = await request("/api/catalog");
  const wanted = search.get("variant") ?? "klondike";
  select.append(...games.map(({ id, name }) => h("option", { value: id, selected: id === wanted }, name)));
  await params();
}

/** The estimate now: a scale with the interval, the counts, and how it goes on. */
function showResult(
  into,
  {
    running,
    label,
    name,
    wanted,
    done,
    winnable,
    lost,
    unknown,
    low,
    high,
    confidence,
    rate,
    solver,
    reused,
    pace,
    left,
    published,
    text,
    bad,
  },
) {
  if (!wanted && !text) return;
  into.hidden = false;
  const parts = [h("h2", {}, label || name || "")];
  if (done > 0 && low !== null) {
    parts.push(
      h(
        "p",
        { class: "big-number" },
        rate === null ? "unknown" : percent(rate),
        h(
          "small",
          {},
          rate === null
            ? " for no deal was decided"
            : ` of the decided deals can be won (${winnable} of ${done - unknown})`,
        ),
      ),
      h(
        "p",
        {},
        `Win rate between ${percent(low)} and ${percent(high)} with ${Math.round(100 * confidence)}% confidence${unknown ? ", whatever the unknown deals are" : ""}.`,
      ),
      scale({ low, high, rate, published, confidence }),
    );
  }
  if (wanted) {
    const part = (number, key) =>
      number > 0 && h("span", { class: key, "data-share": number / Math.max(wanted, 1) }, "");
    const bar = h(
      "div",
      {
        class: "parts",
        role: "img",
        "aria-label": `${winnable} winnable, ${lost} lost, ${unknown} unknown of ${wanted}`,
      },
      part(winnable, "winnable"),
      part(lost, "lost"),
      part(unknown, "unknown"),
    );
    for (const each of bar.children) each.style.width = `${100 * each.dataset.share}%`;
    parts.push(
      bar,
      h(
        "p",
        { class: "legend" },
        h("span", { class: "winnable" }, `${winnable} winnable`),
        h("span", { class: "lost" }, `${lost} lost`),
        h("span", { class: "unknown" }, `${unknown} unknown`),
        h("span", {}, `${done} of ${wanted} deals`),
      ),
    );
    const going = [
      running ? "Measuring" : done < wanted ? "Stopped" : "Done",
      reused ? `${counted(reused, "deal")} known from before` : "",
      running && pace ? `${pace.toFixed(1)} deals a second` : "",
      running && left !== null ? `about ${clock(left)} left` : "",
      solver ? `solver ${solver}` : "",
    ].filter(Boolean);
    parts.push(h("p", { class: "soft" }, `${going.join(", ")}.`));
  }
  if (published) {
    const figure = `Published by others: ${published.percent}% (${published.source}).`;
    parts.push(h("p", { class: "soft" }, done > 0 ? `${figure} ${PLACES[published.inside]}` : figure));
  }
  if (text) parts.push(h("p", { class: bad ? "bad" : "" }, text));
  put(into, parts);
}

function scale({ low, high, rate, published, confidence }) {
  const x = (share) => 20 + share * 560;
  const picture = s("svg", {
    viewBox: "0 0 600 74",
    class: "plot scale",
    role: "img",
    "aria-label": `Between ${percent(low)} and ${percent(high)} with ${Math.round(100 * confidence)} percent confidence`,
  });
  picture.append(s("line", { x1: x(0), x2: x(1), y1: 36, y2: 36, class: "grid thick" }));
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    picture.append(s("text", { x: x(share), y: 66, class: "middle" }, `${100 * share}%`));
  picture.append(
    s("rect", { x: x(low), y: 26, width: Math.max(x(high) - x(low), 2), height: 20, rx: 6, class: "interval" }),
  );
  if (rate !== null) picture.append(s("circle", { cx: x(rate), cy: 36, r: 8, class: "rate" }));
  if (published) {
    picture.append(
      s(
        "path",
        { d: `M${x(published.percent / 100)} 22l-6 -11h12Z`, class: "published" },
        s("title", {}, `published: ${published.percent}%`),
      ),
    );
  }
  return picture;
}
