// Rule set with wildcards and void suit, win forms, draws left, law and changes; and the buttons that deal and clear.
import { ANY } from "../aims.js";
import { byId, h } from "../dom.js";
import { t } from "../language.js";
import { asksVoid, choiceOf, chosen, FORMS, formsOf, MOST_WILDCARDS, RULE_SETS } from "../sizes.js";
import { change, CLEAN, now, watch } from "../state.js";
import { say } from "../toast.js";
import { deal } from "./enter.js";

/** The fields of whole numbers. */
const NUMBERS = ["wildcards", "draws"];

export function startOptions() {
  byId("rules").append(...RULE_SETS.map((rules) => named("option", `rules.${rules}`, { value: rules })));
  byId("forms").append(...FORMS.map(formBox));
  byId("wildcards").max = MOST_WILDCARDS;
  const boxes = [...document.querySelectorAll("input[name=form]")];
  for (const box of boxes) {
    box.addEventListener("change", () => {
      const { rules } = now();
      const forms = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      if (forms.length) return change({ forms: chosen(rules, forms) });
      box.checked = true;
      say(t("forms.one"));
    });
  }
  byId("rules").addEventListener("change", ({ target }) => change({ rules: target.value, forms: [], aim: ANY }));
  byId("void").addEventListener("change", ({ target }) => change({ void: target.value }));
  byId("beyond").addEventListener("change", ({ target: { checked } }) =>
    change({ wildcardCopies: checked ? "beyond" : "within" }),
  );
  for (const name of NUMBERS) {
    byId(name).addEventListener("input", ({ target }) => {
      if (target.value && target.checkValidity()) change({ [name]: Number(target.value) });
    });
    byId(name).addEventListener("change", ({ target }) => {
      if (target.value && target.checkValidity()) return;
      say(t(`${name}.refused`, { least: target.min, most: target.max }));
      target.value = now()[name];
    });
  }
  byId("changes").addEventListener("change", ({ target: { value } }) =>
    change({ changes: value === "auto" ? value : Number(value) }),
  );
  byId("law").addEventListener("change", ({ target }) => change({ law: target.value }));
  byId("deal").addEventListener("click", deal);
  byId("clear").addEventListener("click", () => change(CLEAN));

  watch((state) => {
    const { rules, wildcards, wildcardCopies, changes, law, hand, melds, seen } = state;
    byId("rules").value = rules;
    byId("void-field").hidden = !asksVoid(state);
    byId("void").value = state.void;
    byId("wildcard-copies").hidden = wildcards === 0;
    byId("beyond").checked = wildcardCopies === "beyond";
    byId("forms-aside").hidden = !melds.length;
    for (const box of boxes) {
      box.closest("label").hidden = !choiceOf(state).includes(box.value);
      box.checked = formsOf(state).includes(box.value);
    }
    for (const name of NUMBERS) {
      const field = byId(name);
      if (document.activeElement !== field || Number(field.value) !== state[name]) field.value = state[name];
    }
    byId("changes").value = changes;
    byId("law").value = law;
    byId("clear").disabled = !hand.length && !melds.length && !seen.length;
  });
}

/** An element with a text that changes with the language. */
const named = (name, text, properties = {}) => h(name, { ...properties, dataset: { text } }, t(text));

const formBox = (form) =>
  h("label", {}, h("input", { type: "checkbox", name: "form", value: form }), named("span", `form.${form}`));
