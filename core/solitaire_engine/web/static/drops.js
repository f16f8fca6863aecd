// Files that are dropped on a page: read here, so that the browser never leaves the page for them.

const LARGEST_FILE = 300_000;

/** Hear of dropped files from now on: `taken(text, name)` gets one that can be read, `refused(sentence)` of others. */
export function hearFiles(taken, refused) {
  const over = (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", event.type === "dragover");
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
  addEventListener("drop", async (event) => {
    over(event);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // A folder cannot be read, and nobody waits for a film.
    const text = file.size > LARGEST_FILE ? null : await file.text().catch(() => null);
    if (text === null) refused(`${file.name} is no file of a game.`);
    else taken(text, file.name);
  });
}
