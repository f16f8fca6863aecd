// Small helpers for the page's elements, dialogs and requests.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("button", {class: "key", onclick: f}, "text", other)`. What is null or false is left out. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for SVG. */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "value") made.value = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...kept(children));
  return made;
}

const kept = (children) => children.flat().filter((child) => child !== null && child !== undefined && child !== false);

/** Put children into an element in place of what it had. What is null or false is left out. */
export function put(into, ...children) {
  into.replaceChildren(...kept(children));
}

const PATIENCE = 500; // Milliseconds after which nobody waits for a window that paints nothing.

/** A promise for the moment when what was drawn just now has been painted; at once where nothing is, as behind others. */
export function painted() {
  return new Promise((done) => {
    if (document.hidden) done();
    // The second is called when the frame with what was drawn is over.
    else requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, PATIENCE);
  });
}

/** Ask the server by HTTP; gives what it answers, {error} included. `signal` breaks the request off. */
export async function request(path, body = undefined, signal = undefined) {
  const options =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  try {
    const response = await fetch(path, { ...options, signal, credentials: "same-origin" });
    const answer = await response.json().catch(() => null);
    return answer ?? { error: `The server answered with ${response.status}.` };
  } catch (error) {
    if (error.name === "AbortError") return { error: "", stopped: true };
    return { error: "The server cannot be reached." };
  }
}

/** Open a modal dialog; it is taken away again when it closes. `onclose` is called then. */
export function openDialog(title, name, children, onclose = () => {}) {
  const back = document.activeElement;
  const heading = h("h2", { id: `title-${name}` }, title);
  const dialog = h(
    "dialog",
    { class: `dialog ${name}`, "aria-labelledby": heading.id },
    h(
      "header",
      {},
      heading,
      h("button", { class: "close", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "×"),
    ),
    ...children,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (back?.isConnected) back.focus?.({ preventScroll: true });
    onclose();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  // The first thing to be done, not the button that closes; a keyboard on the screen waits until it is wanted.
  const coarse = matchMedia("(pointer: coarse)").matches;
  dialog.querySelector(`${coarse ? "" : "input, "}select, .items .item, .buttons .main`)?.focus();
  return dialog;
}

/** Seconds as 4:05 or 1:02:03. */
export function clock(seconds) {
  const all = Math.max(Math.floor(seconds), 0);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** A number with its noun: "1 move", "3 moves". */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
