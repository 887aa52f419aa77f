"""Which texts stand out too little from what is behind them, in paragraphs and in drawings alike."""

from colours import TEXT, contrast
from playwright.sync_api import Locator

# Each pair of colours that the reader sees, a text's and the one behind it, with the first text that has it. Backgrounds, opacities and
# filters are put together as the browser does it, from the text outwards; in a drawing, a text stands before the shapes at its middle.
SEEN = """root => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }), known = new Map();
  const drawn = (colour, filter = "none") => {
    const key = `${colour} ${filter}`;
    if (!known.has(key)) {
      pen.clearRect(0, 0, 1, 1);
      Object.assign(pen, { filter, fillStyle: "transparent" }, { fillStyle: colour });  // no colour, such as "none", stays transparent
      pen.fillRect(0, 0, 1, 1);
      known.set(key, [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255));
    }
    return known.get(key);
  };
  const over = ([...ink], below) => {
    const alpha = ink.pop(), under = below[3] * (1 - alpha), both = alpha + under;
    return [...ink.map((part, k) => (both ? (part * alpha + below[k] * under) / both : 0)), both];
  };
  const faded = ([...ink], ...opacities) => [...ink.slice(0, 3), opacities.reduce((alpha, opacity) => alpha * opacity, ink[3])];
  const filled = (shape) => {
    const { fill, fillOpacity } = getComputedStyle(shape);
    let ink = faded(drawn(fill), fillOpacity);
    for (let box = shape; box.ownerSVGElement; box = box.parentElement) ink = faded(ink, getComputedStyle(box).opacity);
    return ink;
  };
  const shapes = new Map();
  const behind = (text) => {
    const svg = text.ownerSVGElement, { left, right, top, bottom } = text.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (!shapes.has(svg)) shapes.set(svg, [...svg.querySelectorAll("path, rect, circle")].map((one) => [one, one.getBoundingClientRect()]));
    return shapes.get(svg).filter(([shape, box]) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom
      && shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING
      && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()))).map(([shape]) => filled(shape));
  };
  const looks = new Map();
  const look = (box) => {
    if (!looks.has(box)) {
      const { backgroundColor, backgroundImage, filter, opacity } = getComputedStyle(box);
      looks.set(box, [drawn(backgroundImage.match(/rgba?\\([^)]*\\)/)?.[0] ?? backgroundColor), opacity, filter]);  // or a gradient's first
    }
    return looks.get(box);
  };
  const seen = (text, ink) => {
    if (text.ownerSVGElement) ink = behind(text).reduceRight(over, ink);
    for (let box = text.ownerSVGElement ?? text; box; box = box.parentElement) {
      const [background, opacity, filter] = look(box);
      ink = faded(over(ink, background), opacity);
      if (filter !== "none") ink = drawn(`rgb(${ink.slice(0, 3).map((part) => 255 * part).join(" ")} / ${ink[3]})`, filter);
    }
    return over(ink, [1, 1, 1, 1]).slice(0, 3);
  };
  const written = (box) => box.matches("select, :read-write")
    || [...box.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const halo = ({ stroke, fill }) => stroke === fill;  // which another text stands on
  const shown = (box) => box.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.getClientRects().length;
  const told = (box) => written(box) && shown(box) && !box.matches(":disabled, :disabled *") && !halo(getComputedStyle(box));
  const pairs = new Map();
  for (const text of [root, ...root.querySelectorAll("*")].filter(told)) {
    const ink = text.ownerSVGElement ? filled(text) : drawn(getComputedStyle(text).color);
    const pair = [seen(text, ink), seen(text, [0, 0, 0, 0])];
    if (!pairs.has(`${pair}`)) pairs.set(`${pair}`, [text.outerHTML.slice(0, 150), ...pair]);
  }
  return [...pairs.values()];
}"""


def faint(root: Locator) -> list[str]:
    """The first text of each pair of colours that are too much alike."""
    return [f"{text} ({contrast(ink, behind):.2f})" for text, ink, behind in root.evaluate(SEEN) if contrast(ink, behind) < TEXT]
