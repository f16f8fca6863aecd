// The look that was chosen, set before anything is painted. A classic script, because modules wait.
(() => {
  const KEY = "solitaire-look";
  const USUAL = { theme: "auto", felt: "green", suits: "two", motion: "auto", click: "pick" };
  let offered = {},
    chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // What cannot be read is as good as nothing.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)"),
    contrast = matchMedia("(prefers-contrast: more)");
  const now = () => ({ ...USUAL, ...offered, ...chosen });
  const show = () => {
    const look = now();
    const { dataset } = document.documentElement;
    dataset.theme =
      look.theme !== "auto" ? look.theme : contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
    for (const name of ["felt", "suits", "motion"]) dataset[name] = look[name];
  };
  dark.addEventListener("change", show);
  contrast.addEventListener("change", show);
  show();
  window.solitaireLook = {
    get: now,
    /** What holds until the player chooses. */
    offer(looks) {
      offered = looks;
      show();
    },
    set(changes) {
      chosen = { ...chosen, ...changes };
      try {
        localStorage.setItem(KEY, JSON.stringify(chosen));
      } catch {
        // A browser that keeps nothing shows the look until it is closed.
      }
      show();
    },
  };
})();
