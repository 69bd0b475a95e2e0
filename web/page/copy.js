// Copying a text to the clipboard.
import { t } from "./language.js";
import { say } from "./toast.js";

/** Copies a text and says so. */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    // Not allowed, as on a page without https: the reader can still take it from here.
    prompt(t("copy.by.hand"), text);
  }
}
