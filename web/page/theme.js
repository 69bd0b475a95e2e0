// Light or dark: as the system has it, until the reader chooses.
const KEPT = "paili-theme";

export function startTheme(button) {
  apply(localStorage.getItem(KEPT));
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    localStorage.setItem(KEPT, next);
    apply(next);
  });
}

const isDark = () =>
  (document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

function apply(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
