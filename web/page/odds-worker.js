// Works out odds beside the page, which goes on answering meanwhile. The first message is the module.
import { load } from "./module.js";

let paili;

addEventListener("message", async ({ data }) => {
  try {
    if (paili) {
      postMessage({ answer: JSON.parse(paili.ask(data)) });
      return;
    }
    paili = await load(data);
    // The first question unpacks the tables: before anybody waits for it.
    paili.ask({ ask: "odds", hand: "34m99p", draws: 1 });
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ answer: { error: { kind: "failed", message: error.message } } });
  }
});
