// Answers about hands of other rule sets, and their odds, from a worker that compiles a rule set's tables when it is first asked
// about them, and keeps them: up to a hundred megabytes, so that another rule set gets another worker. A question that comes
// meanwhile waits, and of several the last one.
import { compiled } from "./library.js";
import { isFailure, startWorker } from "./odds.js";

export class Rules {
  #worker = null;
  #tables = "";
  #waiting = null;
  #asked = null;

  /** Answers through `done`, in place of what was asked before. */
  ask(request, done) {
    this.#waiting = { request, done };
    // How many wildcards there are matters to the tables if they go beyond the copies.
    const { rules, forms, only, with: melds, only_pongs: pongs, wildcards, wildcards_beyond_copies: beyond } = request;
    const tables = JSON.stringify([rules, forms, only, melds, pongs, beyond && wildcards]);
    if (tables !== this.#tables) this.#end();
    this.#tables = tables;
    if (!this.#worker) this.#begin();
    else if (!this.#asked) this.#post();
  }

  /** Nobody wants to know any more. What is being compiled is wanted later. */
  stop() {
    this.#waiting = null;
    if (this.#asked) this.#asked.done = () => {};
  }

  /** The same, and what takes longer than to compile the tables again isn't worked out to its end. */
  end() {
    this.#waiting = null;
    if (this.#asked) this.#end();
  }

  async #begin() {
    // Until it is ready, it answers nothing.
    this.#asked = { done: () => {} };
    // What was ended may have said something before.
    const worker = startWorker((data) => worker === this.#worker && this.#asked && this.#heard(data));
    this.#worker = worker;
    worker?.postMessage({ module: await compiled });
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = this.#asked = null;
  }

  #post() {
    this.#asked = this.#waiting;
    this.#waiting = null;
    if (this.#asked) this.#worker.postMessage(this.#asked.request);
  }

  #heard({ answer }) {
    const { done } = this.#asked;
    // The next question gets another worker.
    if (answer && isFailure(answer)) {
      const hear = this.#waiting?.done ?? done;
      this.end();
      // Who hears it may ask again.
      hear(answer);
      return;
    }
    this.#post();
    if (answer) done(answer);
  }
}
