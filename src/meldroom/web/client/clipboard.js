// Copies text, also where a browser lacks the clipboard API (without https) or does not allow it.

/** @param {string} text @returns {Promise<void>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
  }
}

/** @param {string} text */
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  (document.querySelector("dialog[open]") ?? document.body).append(field); // a dialog makes the rest inert
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  if (!copied) throw new Error("the browser does not copy");
}
