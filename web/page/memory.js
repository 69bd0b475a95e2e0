// What the browser keeps of the reader's choices. Where it may keep nothing, they last as long as the page.

function attempt(use) {
  try {
    return use(localStorage);
  } catch {
    // Not allowed.
    return null;
  }
}

export const recall = (name) => attempt((kept) => kept.getItem(`paili-${name}`));

export const remember = (name, value) => attempt((kept) => kept.setItem(`paili-${name}`, value));

export const forget = (name) => attempt((kept) => kept.removeItem(`paili-${name}`));
