// Works out odds beside the page, which goes on answering meanwhile. Says so when it can be asked.
import { load } from "./module.js";

const paili = await load();
// The first question unpacks the tables: before anybody waits for it.
paili.ask({ ask: "odds", hand: "34m99p", draws: 1 });

addEventListener("message", ({ data: request }) => {
  try {
    postMessage({ answer: JSON.parse(paili.ask(request)) });
  } catch (error) {
    postMessage({ answer: { error: { kind: "failed", message: error.message } } });
  }
});

postMessage({ ready: true });
