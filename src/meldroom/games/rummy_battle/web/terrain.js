// The field map under the cards: contour lines on sand.
import { html, svg } from "/vendor/lit.js";

/** The contour lines of a hill and a knoll. */
const HILL = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
  (k) =>
    `M${230 - k * 34} 330 C${220 - k * 36} ${210 - k * 30} 360 ${170 - k * 34} ${470 + k * 8} ${230 - k * 30} ` +
    `S${640 + k * 40} ${260 - k * 22} ${650 + k * 44} 360 S500 ${520 + k * 34} 380 ${490 + k * 32} ` +
    `S${240 - k * 30} ${450 + k * 12} ${230 - k * 34} 330z`,
);
const KNOLL = [0, 1, 2, 3, 4].map(
  (k) =>
    `M${900 - k * 20} 610 C${890 - k * 20} ${560 - k * 18} ${1010 + k * 12} ${550 - k * 18} ${1020 + k * 16} 620 ` +
    `S${910 - k * 16} ${680 + k * 16} ${900 - k * 20} 610z`,
);

export const backdrop = () => html`<svg class="backdrop" viewBox="0 0 1100 800" preserveAspectRatio="xMidYMid slice"
  aria-hidden="true"><g class="rb-contour">${[...HILL, ...KNOLL].map((path) => svg`<path d=${path}/>`)}</g></svg>`;
