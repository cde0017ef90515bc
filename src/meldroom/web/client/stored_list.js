// A list that this browser keeps between visits.

/**
 * @template T @param {string} key @param {number} size what comes after so many is dropped
 * @returns {{read: () => T[], write: (items: T[]) => void}}
 */
export const storedList = (key, size) => ({
  read() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "[]");
    } catch {
      return [];
    }
  },
  write(items) {
    try {
      localStorage.setItem(key, JSON.stringify(items.slice(0, size)));
    } catch {
      /* a private window stores nothing */
    }
  },
});
