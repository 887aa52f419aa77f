// HTML elements in one expression.

let used = 0;

// An id that no other widget of the page has.
export function uniqueId(name) {
  used += 1;
  return `kuhncfr-${name}-${used}`;
}

// make("button", { type: "button", click: deal }, "Deal"): a function becomes a listener, and false or undefined leaves an attribute out.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}
