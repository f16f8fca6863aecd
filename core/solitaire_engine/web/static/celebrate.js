// A game is won: the cards fly up in a fan of arcs and come to rest again.

const TIME = 2200;

/** Let the cards dance once the last ones are home; nothing waits for it, and those who want stillness see none. */
export function celebrate(table, waited = 0) {
  if (table.still.matches || document.documentElement.dataset.motion === "none") return;
  if (table.isMoving && waited < 20) {
    setTimeout(() => table.state.status.won && celebrate(table, waited + 1), 80);
    return;
  }
  const nodes = table.cards.querySelectorAll(".card:not([hidden])");
  const { clientWidth: width, clientHeight: height } = table.root;
  const { size } = table.place;
  nodes.forEach((node, number) => {
    const angle = (number / nodes.length) * Math.PI * 6;
    const far = 0.2 + 0.28 * (number / nodes.length);
    const x = width / 2 - size.w / 2 + Math.cos(angle) * width * far;
    const y = height / 2 - size.h / 2 + Math.sin(angle) * height * far;
    const home = `translate(${node.x}px, ${node.y}px)`;
    node.classList.remove("under");
    const dance = node.animate(
      [
        { transform: home, offset: 0 },
        { transform: `translate(${x}px, ${y}px) rotate(${(angle * 180) / Math.PI + 90}deg)`, offset: 0.35 },
        {
          transform: `translate(${width - size.w - x}px, ${y}px) rotate(${(angle * 180) / Math.PI + 270}deg)`,
          offset: 0.7,
        },
        { transform: home, offset: 1 },
      ],
      { duration: TIME, delay: number * 8, easing: "cubic-bezier(.4,.1,.3,1)" },
    );
    addEventListener("pointerdown", () => dance.cancel(), { once: true });
    addEventListener("keydown", () => dance.cancel(), { once: true });
    dance.finished.catch(() => {}).finally(() => node.classList.toggle("under", node.under ?? false));
  });
}
