// Texts in the browser's storage, and saved files. A page without storage forgets the texts.

/// Returns the text stored under a name, or null.
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
    // There is no storage: see above.
  }
}

/// Saves a file to the browser's downloads.
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
