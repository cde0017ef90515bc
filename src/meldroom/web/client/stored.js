// What this browser stores for the page. One that denies storage keeps nothing, and all else works.

const AREAS = { local: () => localStorage, session: () => sessionStorage }; // to name one may throw

/**
 * @template T
 * @param {keyof typeof AREAS} area @param {string} key @param {T} otherwise where nothing can be read
 * @returns {T}
 */
export function stored(area, key, otherwise) {
  try {
    return JSON.parse(AREAS[area]().getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {keyof typeof AREAS} area @param {string} key @param {unknown} value */
export function store(area, key, value) {
  try {
    AREAS[area]().setItem(key, JSON.stringify(value));
  } catch {
    /* storage is denied, or full */
  }
}
