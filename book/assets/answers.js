// The reader's answers: a guess is compared with what the cell computed, and the questions at a chapter's end count what was right.

const number = (text) => {
  const [, sign, whole, below, percent] = text.trim().replace("−", "-").replace(",", ".").match(/^([-+]?)(\d+\.?\d*|\.\d+)(?:\s*\/\s*(\d+\.?\d*))?\s*(%?)$/) ?? [];
  return whole === undefined ? NaN : (sign === "-" ? -1 : 1) * whole / (below ?? 1) / (percent ? 100 : 1);
};

// A fraction is shown with its decimals beside it; more digits than four say nothing to a guess.
const shown = (text) => (text.includes("/") ? `${text} = ${Number(number(text).toPrecision(4))}` : text).replaceAll("-", "−");

// Half a unit of the last digit; fractions and whole numbers are exact.
function rounding(text) {
  const [, decimals = ""] = text.match(/^[^/]*?(?:[.,](\d+))?\s*%?\s*$/) ?? [];
  return decimals || text.includes("%") ? 10 ** -(decimals.length + 2 * text.includes("%")) / 2 : 0;
}

function verdict(form, given) {
  const { answer } = form.dataset;
  if (form.querySelector("fieldset")) return given === answer ? "Right." : `The answer is: ${answer}.`;
  const [guess, computed] = [number(given), number(answer)];
  if (Number.isNaN(guess)) return "Type a number, such as 0.25, 1/4 or 25%.";
  if (Math.abs(guess - computed) < 1e-9) return `Right: ${shown(answer)}.`;
  if (Math.abs(guess - computed) <= Math.max(rounding(given), rounding(answer))) return `Right, as far as the digits go: ${shown(answer)}.`;
  return `You: ${shown(given.trim())}. The answer: ${shown(answer)}.`;
}

function compare(form, given) {
  const words = verdict(form, given);
  form.querySelector("output").textContent = words;
  form.classList.toggle("right", words.startsWith("Right"));
  if (!words.startsWith("Type")) form.parentElement.querySelector(":scope > details").open = true;
}

document.querySelectorAll("form.guess").forEach((form) => {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    compare(form, form.querySelector("input").value);
  });
  const buttons = [...form.querySelectorAll("fieldset button")];
  buttons.forEach((button) => button.addEventListener("click", () => {
    buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
    compare(form, button.textContent);
  }));
});

// Each question is a paragraph, and each answer to it a fold whose text begins with "Yes" or "No". The first fold that the reader opens counts.
const check = document.getElementById("check-yourself");
const questions = [];
for (const element of check?.children ?? []) {
  if (element.matches("p:has(> strong)")) questions.push({ answers: [] });
  else if (element.matches("details") && questions.length) questions.at(-1).answers.push(element);
}
const isRight = (answer) => /^Yes\b/.test(answer.querySelector("p, div").textContent.trim());
let printing = false;  // paper opens every fold
addEventListener("beforeprint", () => { printing = true; });
addEventListener("afterprint", () => setTimeout(() => { printing = false; }));

const score = document.createElement("div");
score.className = "score";
score.setAttribute("role", "status");
check?.append(score);

function count() {
  const answered = questions.filter((question) => question.first);
  const right = answered.filter((question) => isRight(question.first));
  const line = document.createElement("p");
  line.textContent = `${right.length} of ${answered.length} right at the first attempt`
    + (answered.length < questions.length ? `; ${questions.length - answered.length} to go.` : ".");
  score.replaceChildren(line);
  const links = answered.filter((question) => !right.includes(question))
    .map((question) => [...question.answers.find(isRight).querySelectorAll("a.internal")].at(-1)).filter(Boolean);
  if (links.length) {
    const again = document.createElement("p");
    again.append("Read again: ", ...links.flatMap((link, k) => [k ? ", " : "", link.cloneNode(true)]), ".");
    score.append(again);
  }
}

questions.forEach((question) => question.answers.forEach((answer) => answer.addEventListener("toggle", () => {
  if (printing || !answer.open) return;
  question.first ??= answer;
  answer.classList.add(isRight(answer) ? "right" : "wrong");
  count();
})));
