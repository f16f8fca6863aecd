// The page begins here: what the server says is to be shown is shown.

import { h } from "./dom.js";
import { Game } from "./game.js";

const app = document.getElementById("app");
const start = JSON.parse(document.getElementById("start").textContent || "{}");

const PAGES = { stats: "./stats.js", odds: "./odds.js", rules: "./rulespage.js", home: "./home.js", new: "./home.js" };

// The settings file of the player; a dark terminal says nothing about the page, which asks the system.
const { theme, four_colors: four } = start.looks ?? {};
const THEMES = { light: { theme: "light" }, "high-contrast": { theme: "contrast" } };
window.solitaireLook.offer({ ...THEMES[theme], ...(four ? { suits: "four" } : {}) });

async function show() {
  if (start.page === "table") {
    new Game(app, start);
    return;
  }
  const page = await import(PAGES[start.page] ?? PAGES.home);
  page.show(app, start);
}

show().catch((error) => {
  app.replaceChildren(h("p", { class: "fault", role: "alert" }, `The page could not be shown: ${error.message}`));
});
