// Numbers as a reader wants them, with a true minus sign and no more digits than there is room for; and as a reader types them.

export const THOUSANDTHS = 3;  // decimals of chips: amounts are not rounded more, however large they are

// As many decimals as make four digits or so: 0.083, 12.35, 123.5, 1234.
const room = (size) => (size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);

export function fixed(number, decimals = room(Math.abs(number))) {
  const text = Math.abs(number).toFixed(decimals);
  return number < 0 && Number(text) > 0 ? `−${text}` : text;
}

// The same without zeros at the end: 0.5, 1.
export function short(number, decimals) {
  const text = fixed(number, decimals);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

export function signed(number, decimals) {
  const text = short(number, decimals);
  return number > 0 && text !== "0" ? `+${text}` : text;
}

// To stand after an operator: 0.5, (−1.5).
export const bracketed = (number) => (number < 0 ? `(${signed(number)})` : short(number));

// "7/3", "2.5", "1e-1" and 2.5 are numbers, and so is "2,5" to many readers; anything else is NaN.
export function parseNumber(text) {
  if (typeof text === "number") return text;
  const match = /^([+-]?\d+)\/(\d+)$|^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.exec(plain(text));
  if (!match) return NaN;
  return match[2] ? Number(match[1]) / Number(match[2]) : Number(match[0]);
}

export const plain = (text) => String(text).replace(/\s/g, "").replace(",", ".");
