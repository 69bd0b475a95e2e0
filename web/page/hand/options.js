// Win forms, draws left, law and changes; and the buttons that deal and clear.
import { byId } from "../dom.js";
import { t } from "../language.js";
import { setsAside } from "../library.js";
import { change, CLEAN, now, watch } from "../state.js";
import { say } from "../toast.js";
import { deal } from "./enter.js";

export function startOptions() {
  const boxes = [...document.querySelectorAll("input[name=form]")];
  for (const box of boxes) {
    box.addEventListener("change", () => {
      const forms = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      if (forms.length) return change({ forms });
      box.checked = true;
      say(t("forms.one"));
    });
  }
  byId("draws").addEventListener("input", ({ target }) => {
    if (target.value && target.checkValidity()) change({ draws: Number(target.value) });
  });
  byId("draws").addEventListener("change", ({ target }) => {
    if (target.value && target.checkValidity()) return;
    say(t("draws.refused"));
    target.value = now().draws;
  });
  byId("changes").addEventListener("change", ({ target: { value } }) =>
    change({ changes: value === "auto" ? value : Number(value) }),
  );
  byId("law").addEventListener("change", ({ target }) => change({ law: target.value }));
  byId("deal").addEventListener("click", deal);
  byId("clear").addEventListener("click", () => change(CLEAN));

  watch((state) => {
    const { forms, draws, changes, law, hand, melds, seen } = state;
    byId("forms-aside").hidden = !setsAside(state);
    for (const box of boxes) box.checked = forms.includes(box.value);
    if (document.activeElement !== byId("draws") || Number(byId("draws").value) !== draws) byId("draws").value = draws;
    byId("changes").value = changes;
    byId("law").value = law;
    byId("clear").disabled = !hand.length && !melds.length && !seen.length;
  });
}
