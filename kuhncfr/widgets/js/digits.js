// Numbers as a reader wants them: with a true minus sign, and no more digits than there is room for.

// 0.083, 12.35, 123.5, 1234: four digits or so.
export function fixed(number) {
  const size = Math.abs(number);
  const text = size.toFixed(size < 10 ? 3 : size < 100 ? 2 : size < 1000 ? 1 : 0);
  return number < 0 && Number(text) > 0 ? `−${text}` : text;
}

// The same without zeros at the end: 0.5, 1.
export function short(number) {
  const text = fixed(number);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

export function signed(number) {
  const text = short(number);
  return number > 0 && text !== "0" ? `+${text}` : text;
}

// To stand after an operator: 0.5, (−1.5).
export const bracketed = (number) => (number < 0 ? `(${signed(number)})` : short(number));
