// How the reader likes the page: light or dark, as the system has it until they choose, and letters on the tiles or none.
import { recall, remember } from "./memory.js";

const page = document.documentElement;

export function startTheme(button, letters) {
  const theme = recall("theme");
  if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  button.addEventListener("click", () => {
    page.dataset.theme = isDark() ? "light" : "dark";
    remember("theme", page.dataset.theme);
  });

  page.dataset.letters = recall("letters") === "shown" ? "shown" : "";
  letters.checked = page.dataset.letters === "shown";
  letters.addEventListener("change", () => {
    page.dataset.letters = letters.checked ? "shown" : "";
    remember("letters", page.dataset.letters);
  });
}

const isDark = () =>
  (page.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
