// Saves what a widget shows as a picture to pass on: a drawing beside a few sentences, 1200 by 630 pixels, which is what networks show whole.

import { make } from "./dom.js";

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 50];
const DRAWING = HEIGHT - 2 * MARGIN;
// What style sheets say of a drawing: an image of it must say so itself.
const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "visibility"];

export async function savePicture(name, drawing, title, sentences) {
  const canvas = make("canvas", { width: WIDTH, height: HEIGHT });
  const [pen, style] = [canvas.getContext("2d"), getComputedStyle(drawing)];
  pen.fillStyle = style.getPropertyValue("--ground");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const { width, height } = drawing.viewBox.baseVal;
  const scale = Math.min(DRAWING / height, DRAWING / width);
  pen.drawImage(await image(drawing), MARGIN, (HEIGHT - scale * height) / 2, scale * width, scale * height);
  pen.fillStyle = style.getPropertyValue("--text");
  write(pen, style.fontFamily, MARGIN + scale * width + MARGIN, title, sentences);
  const file = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const link = make("a", { href: URL.createObjectURL(file), download: `${name}.png` });
  link.click();
  URL.revokeObjectURL(link.href);
}

// A drawing as an image, with the style that it has in the page.
async function image(drawing) {
  const copy = drawing.cloneNode(true);
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  for (const [k, one] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(originals[k]);
    for (const property of STYLED) one.style.setProperty(property, style.getPropertyValue(property));
  }
  const { width, height } = drawing.viewBox.baseVal;
  for (const [side, length] of Object.entries({ width: 4 * width, height: 4 * height })) copy.setAttribute(side, length);
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  return picture;
}

// The title and the sentences one below the other, in the middle of the height; each is broken where it is too wide.
function write(pen, family, left, title, sentences) {
  const lines = [...broken(pen, `700 46px ${family}`, 58, title, left), ...sentences.flatMap((sentence) => [
    { height: 18 }, ...broken(pen, `400 29px ${family}`, 40, sentence, left),
  ])];
  let y = (HEIGHT - lines.reduce((sum, { height }) => sum + height, 0)) / 2;
  pen.textBaseline = "middle";
  for (const { font, text = "", height } of lines) {
    if (font) pen.font = font;
    pen.fillText(text, left, y + height / 2);
    y += height;
  }
}

function broken(pen, font, height, sentence, left) {
  pen.font = font;
  const lines = [""];
  for (const word of sentence.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= WIDTH - MARGIN - left) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.map((text) => ({ font, text, height }));
}
