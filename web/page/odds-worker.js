// Works out odds beside the page, which goes on answering meanwhile. Says so when it can be asked.
import { load } from "./module.js";

const paili = await load();

addEventListener("message", ({ data: request }) => {
  try {
    postMessage({ answer: JSON.parse(paili.ask(request)) });
  } catch (error) {
    postMessage({ answer: { error: { kind: "failed", message: error.message } } });
  }
});

postMessage({ ready: true });
