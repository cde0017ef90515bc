// The result of the deal of the day as a picture: places, scores and the streak, but no cards.

const WIDTH = 1080;
const MARGIN = 72;
const HEAD = 210; // height above the first row
const ROW = 104;
const FOOT = 130;
const PIP = 15; // radius of the dot of a place
const PLACES = 4;

/**
 * @typedef {object} PictureRow
 * @property {string} name of the game
 * @property {string} colour
 * @property {number} place
 * @property {string} placeText
 * @property {string} score
 */
/**
 * @typedef {object} PictureStyle colours and fonts, as the page has them
 * @property {string} paper
 * @property {string} ink
 * @property {string} faint
 * @property {string} line
 * @property {string} serif
 * @property {string} sans
 */

/**
 * @param {{title: string, date: string, rows: PictureRow[], streak: string}} result
 * @param {PictureStyle} style @returns {Promise<Blob>} a PNG
 */
export function resultPicture({ title, date, rows, streak }, style) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + rows.length * ROW + FOOT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = style.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = "middle";
  /** @param {string} text @param {number} x @param {number} y @param {string} font @param {string} colour */
  const write = (text, x, y, font, colour) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  };
  write(title, MARGIN, 82, `600 58px ${style.serif}`, style.ink);
  write(date, MARGIN, 148, `400 34px ${style.sans}`, style.faint);
  rows.forEach((row, at) => {
    const top = HEAD + at * ROW;
    const middle = top + ROW / 2;
    pen.fillStyle = style.line;
    pen.fillRect(MARGIN, top, WIDTH - 2 * MARGIN, 2);
    pen.fillStyle = row.colour;
    pen.fillRect(MARGIN, middle - 26, 16, 52);
    write(row.name, MARGIN + 40, middle, `600 38px ${style.sans}`, style.ink);
    placePips(pen, row, middle, style);
    pen.textAlign = "right";
    write(row.score, WIDTH - MARGIN, middle, `400 34px ${style.sans}`, style.ink);
    write(row.placeText, WIDTH - MARGIN - 200, middle, `700 38px ${style.sans}`, style.ink);
    pen.textAlign = "left";
  });
  write(streak, MARGIN, canvas.height - FOOT / 2, `600 36px ${style.sans}`, style.ink);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** A dot for each place, the own one filled.
 * @param {CanvasRenderingContext2D} pen @param {PictureRow} row @param {number} y @param {PictureStyle} style */
function placePips(pen, row, y, style) {
  for (let place = 1; place <= PLACES; place += 1) {
    pen.beginPath();
    pen.arc(WIDTH - MARGIN - 480 + place * 42, y, PIP, 0, 2 * Math.PI);
    pen.fillStyle = place === row.place ? style.ink : style.line;
    pen.fill();
  }
}

/** Share a picture where the browser can do that, else save it; gives which of them.
 * @param {Blob} picture @param {string} name of the file @param {string} text
 * @returns {Promise<"shared" | "saved" | "">} nothing if the person changed their mind */
export async function shareOrSave(picture, name, text) {
  const files = [new File([picture], name, { type: picture.type })];
  if (canShareFiles()) {
    try {
      await navigator.share({ files, text });
      return "shared";
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return "";
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it late
  return "saved";
}

/** Whether the browser hands pictures to other apps. */
export const canShareFiles = () =>
  Boolean(navigator.canShare?.({ files: [new File([], "picture.png", { type: "image/png" })] }));
