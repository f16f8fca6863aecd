// The rules of one game as a page of its own.

import { h, request } from "./dom.js";
import { frame } from "./home.js";
import { rulesElements } from "./panels.js";

export async function show(app) {
  const id = decodeURIComponent(location.pathname.split("/").at(-1));
  const answer = await request(`/api/rules/${encodeURIComponent(id)}${location.search}`);
  const main = frame(app, answer.name ?? "Rules", "rules");
  main.append(
    answer.error
      ? h("p", { class: "sheet bad", role: "alert" }, answer.error)
      : h(
          "article",
          { class: "sheet rules" },
          rulesElements(answer.sections),
          h(
            "div",
            { class: "buttons" },
            h("a", { class: "button main", href: `/play/${encodeURIComponent(id)}${location.search}` }, "Play"),
          ),
        ),
  );
}
