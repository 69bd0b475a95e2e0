// Works out beside the page, which goes on answering meanwhile, what takes long. The first message has the module.
import { load } from "./paili.js";

let paili;

addEventListener("message", async ({ data }) => {
  try {
    if (paili) {
      postMessage({ answer: JSON.parse(paili.ask(data)) });
      return;
    }
    paili = await load(data.module);
    // The first question may unpack tables: before anybody waits for it.
    if (data.first) paili.ask(data.first);
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ answer: { error: { kind: "failed", message: error.message } } });
  }
});
