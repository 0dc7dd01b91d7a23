// Keeps strings in the storage of the browser, and saves files. If the page has no storage, the strings are lost.

/// Returns the string stored under a name, or null if no string is stored under this name.
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
    // If the page has no storage, the string is lost.
  }
}

/// Saves a file to the downloads of the browser.
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
