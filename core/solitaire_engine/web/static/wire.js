// The socket of one game: questions with answers, and connecting again whenever it breaks.

const FIRST_WAIT = 200,
  LONGEST_WAIT = 4000;
const NO_ANSWER = 15000; // Nobody waits longer for an answer than this.
const GONE = 4004;
const FINAL = new Set([GONE, 4009]); // The server says not to come back.

export class Wire {
  #path;
  #hear;
  #show;
  #socket = null;
  #asked = new Map();
  #number = 0;
  #wait = FIRST_WAIT;
  #timer = 0;
  #closed = false;
  #begun;

  /**
   * `hear(message)` gets every message, `show(state, gone)` "open", "lost" or a sentence why it is over;
   * `gone`: the server does not know the game. `after`: what it waits for before it connects.
   */
  constructor(path, hear, show, after = null) {
    this.#path = path;
    this.#hear = hear;
    this.#show = show;
    if (after) this.#begun = after.then(() => this.#closed || this.#connect());
    else this.#connect();
    this.retry = () => this.#again();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect() {
    const url = new URL(this.#path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = (this.#socket = new WebSocket(url));
    let reason = "",
      opened = false;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      opened = true;
      this.#show("open");
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.t === "bye") reason = message.text;
      const answer = this.#asked.get(message.n);
      if (answer) {
        this.#asked.delete(message.n);
        this.#hear(message);
        answer(message);
      } else {
        this.#hear(message);
      }
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      this.#drop();
      if (this.#closed) return;
      if (FINAL.has(code)) {
        this.#closed = true;
        this.#show(reason || "This game cannot be reached any more.", code === GONE);
        return;
      }
      this.#show("lost");
      if (!opened) this.#lookForPass();
      this.#timer = setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
    };
  }

  #again() {
    if (this.#closed || document.hidden || !this.#socket || this.#socket.readyState < WebSocket.CLOSING) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#connect();
  }

  /** A server that was started with a new link lets nobody in who has the old one. */
  async #lookForPass() {
    const answer = await fetch("/api/games").catch(() => null);
    if (answer?.status !== 403 || this.isOpen) return;
    this.close();
    this.#show("The server has a new link: open the one that it printed.");
  }

  #drop() {
    for (const answer of this.#asked.values()) answer(null);
    this.#asked.clear();
  }

  /** Send something; the promise gives its answer, null where the connection broke before one came. */
  async ask(message) {
    await this.#begun;
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.CONNECTING) {
      await new Promise((done) =>
        ["open", "close"].forEach((name) => socket.addEventListener(name, done, { once: true })),
      );
    }
    if (!this.isOpen) return null;
    const n = ++this.#number;
    this.#socket.send(JSON.stringify({ ...message, n }));
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#asked.delete(n) && resolve(null), NO_ANSWER);
      this.#asked.set(n, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
    });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.retry);
    this.#drop();
    this.#socket?.close();
  }
}
