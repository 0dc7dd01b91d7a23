// Texts that the browser keeps for the page. A page without storage forgets them.

/// The text that was kept under a name, or null.
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // See above.
  }
}
