// What the browser keeps of the reader's choices. Where it may keep nothing, they last as long as the page.

export function recall(name) {
  try {
    return localStorage.getItem(`paili-${name}`);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`paili-${name}`, value);
  } catch {
    // Not allowed.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(`paili-${name}`);
  } catch {
    // Nothing was kept.
  }
}
