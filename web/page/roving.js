// A group of buttons that is one stop of the Tab key; the arrow keys move inside.

const buttonsOf = (group) => [...group.querySelectorAll("button:not([hidden])")];

/** Lets the arrow keys, Home and End move through a group's buttons, `columns` of them a line if there are several lines. */
export function rove(group, columns = Infinity) {
  group.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = buttonsOf(group);
    const at = buttons.indexOf(document.activeElement);
    if (at < 0) return;
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -at,
      End: buttons.length - 1 - at,
    };
    const target = buttons[at + steps[event.key]];
    if (!target) return;
    event.preventDefault();
    target.focus();
  });
  group.addEventListener("focusin", ({ target }) => markStop(group, target));
}

/** After a group's buttons are made anew: one of them is where Tab stops. */
export function restoreStop(group, at = 0) {
  const buttons = buttonsOf(group);
  const stop = buttons[Math.min(Math.max(at, 0), buttons.length - 1)];
  markStop(group, stop);
  return stop;
}

/** Where Tab stops in a group, or its first button where that one is hidden by now. */
export const stopOf = (group) => buttonsOf(group).find(({ tabIndex }) => tabIndex === 0) ?? buttonsOf(group)[0];

function markStop(group, stop) {
  for (const button of buttonsOf(group)) button.tabIndex = button === stop ? 0 : -1;
}
