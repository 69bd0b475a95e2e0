// Odds from a worker. A question that is asked while another is being worked out ends that worker: nobody waits for it any more.

import { compiled } from "./library.js";

const KEPT_ANSWERS = 100;

/**
 * A worker, and `hear` for what it says, or that it fails: null where the browser has none. Where its script is blocked, it fails
 * before it has said anything.
 */
export function startWorker(hear) {
  let heard = false;
  const fail = (message) => hear({ answer: { error: { kind: heard ? "failed" : "no-worker", message } } });
  try {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      heard = true;
      hear(data);
    });
    worker.addEventListener("error", ({ message }) => fail(message));
    return worker;
  } catch ({ message }) {
    // Not before whoever asked has noted that they did.
    setTimeout(() => fail(message));
    return null;
  }
}

/** Whether the worker has failed, and not its question. */
export const isFailure = ({ error }) => ["failed", "no-worker"].includes(error?.kind);

/** Somebody who asks for odds, one question at a time. */
export class Odds {
  #worker;
  #ready;
  #asked = null;
  #posted;
  #kept = new Map();

  async #begin() {
    this.#ready = false;
    const worker = startWorker((data) => this.#heard(data));
    this.#worker = worker;
    worker?.postMessage({ module: await compiled, first: { ask: "odds", hand: "34m99p", draws: 1 } });
  }

  /** Answers through `done`, at once if it was asked before; in place of what was asked and isn't answered yet. */
  ask(request, done) {
    const key = JSON.stringify(request);
    if (this.#asked?.key === key) {
      this.#asked.done = done;
      return;
    }
    this.stop();
    if (this.#kept.has(key)) {
      done(this.#kept.get(key));
      return;
    }
    this.#asked = { key, request, done };
    // A page that asks for no odds needs no worker.
    if (!this.#worker) this.#begin();
    this.#post();
  }

  /** Nobody wants to know any more. */
  stop() {
    this.#asked = null;
    if (!this.#posted) return;
    this.#posted = false;
    this.#end();
    this.#begin();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #post() {
    if (!this.#ready || !this.#asked) return;
    this.#posted = true;
    this.#worker.postMessage(this.#asked.request);
  }

  #heard({ ready, answer }) {
    if (ready) {
      this.#ready = true;
      this.#post();
      return;
    }
    const failed = isFailure(answer);
    // The next question gets another worker.
    if (failed) this.#end();
    if (!this.#asked) return;
    const { key, done } = this.#asked;
    this.#asked = null;
    this.#posted = false;
    if (!failed) this.#keep(key, answer);
    done(answer);
  }

  #keep(key, answer) {
    if (this.#kept.size >= KEPT_ANSWERS) this.#kept.delete(this.#kept.keys().next().value);
    this.#kept.set(key, answer);
  }
}
