// Light or dark: as the system has it, until the reader chooses.
import { recall, remember } from "./memory.js";

export function startTheme(button) {
  apply(recall("theme"));
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    remember("theme", next);
    apply(next);
  });
}

const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function apply(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
