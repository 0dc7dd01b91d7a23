// Texts that the browser keeps for the page, and files that it saves. A page without storage forgets the texts.

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
    // See above.
  }
}

/// Saves a file to where the browser keeps downloads.
export function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
