// Boxes in which readers write Python: <div class="kuhncfr-python" hidden><script type="application/json">{ id, title, code, ... }</script></div>
// They stay hidden without JavaScript, and fetch nothing before they are opened (or stand unfolded); Python comes at the first run.

import { make } from "./dom.js";
import { editor, replace } from "./editor.js";
import { Interpreter, STEPS } from "./interpreter.js";
import { load } from "./loading.js";

const FOLDER = new URL("python/", document.currentScript.src).href;
const LEAVE = "Tab indents; Escape, then Tab, leaves the editor. Ctrl+Enter runs the program.";

class Box {
  constructor(element, interpreter) {
    this.given = JSON.parse(element.querySelector('script[type="application/json"]').textContent);
    this.interpreter = interpreter;
    this.key = `kuhncfr-python:${this.given.id}`;
    this.details = make("details", { toggle: () => this.open() }, make("summary", {}, this.given.title));
    this.details.open = Boolean(this.given.unfolded);
    element.append(this.details);
    element.hidden = false;
  }

  async open() {
    if (this.view || this.opening) return;
    this.opening = true;
    this.build();
    try {
      await load(`${FOLDER}codemirror.js`);
    } catch (error) {
      this.opening = false;
      this.say(`The editor could not be started: ${error.message}.`);
      return;
    }
    this.view = editor(this.place, {
      text: this.stored() ?? this.given.code,
      label: `Your program. ${LEAVE}`,
      change: (text) => localStorage.setItem(this.key, JSON.stringify(text)),
      run: () => this.run(),
    });
  }

  build() {
    const button = (label, click) => make("button", { type: "button", click }, label);
    this.place = make("div", { class: "editor" });
    this.runButton = button(this.given.calls.length ? "Run checks" : "Run", () => this.run());
    this.stopButton = button("Stop", () => this.interpreter.stop("Stopped."));
    this.stopButton.disabled = true;
    const buttons = [this.runButton, this.stopButton, button("Reset", () => this.reset()), button("Save as .py", () => this.save())];
    this.status = make("p", { role: "status" });
    this.progress = make("progress", { max: STEPS.length, "aria-label": "Loading Python", hidden: true });
    this.output = make("pre", { tabindex: 0, role: "group", "aria-label": "Output", hidden: true });
    const parts = [this.place, make("p", { class: "note" }, LEAVE), make("div", { class: "buttons" }, ...buttons)];
    this.details.append(make("div", { class: "inside" }, ...parts, this.status, this.progress, this.output));
  }

  // The reader's program; what is not the JSON of a text, nobody wrote here.
  stored() {
    try {
      const text = JSON.parse(localStorage.getItem(this.key));
      return typeof text === "string" ? text : null;
    } catch {
      return null;
    }
  }

  get text() { return this.view.state.doc.toString(); }

  async run() {
    this.say("");
    this.show("");
    this.stopButton.disabled = false;
    const { checks, calls } = this.given;
    const began = performance.now();
    const { passed, stopped } = await this.interpreter.run({ program: this.text, checks, calls }, this);
    if (this.interpreter.runs(this)) return;  // started again before it had ended
    this.progress.hidden = true;
    if (document.activeElement === this.stopButton) this.runButton.focus();
    this.stopButton.disabled = true;
    const seconds = ((performance.now() - (this.startedAt ?? began)) / 1_000).toFixed(1);
    if (stopped) this.say(stopped);
    else if (passed) this.say(`All checks passed (${seconds} s).`, "passed");
    else this.say(`Done (${seconds} s).${calls.length ? " This is what the checks say:" : ""}`);
  }

  // What the interpreter reports.

  step(k) {
    this.say(STEPS[k]);
    this.progress.hidden = false;
    if (k) this.progress.value = k;
    else this.progress.removeAttribute("value");  // how much of a script is there, a page does not learn
  }

  started() {
    this.startedAt = performance.now();
    this.progress.hidden = true;
    this.say("Running ...");
  }

  printed(text) {
    this.show(this.output.textContent + text);
  }

  say(text, kind = "") {
    this.status.textContent = text;
    this.status.className = kind;
  }

  show(text) {
    this.output.textContent = text;
    this.output.hidden = !text;
  }

  reset() {
    replace(this.view, this.given.code);
    localStorage.removeItem(this.key);
    this.say("The original program is back. Ctrl+Z in the editor restores yours.");
  }

  save() {
    const address = URL.createObjectURL(new Blob([this.text], { type: "text/x-python" }));
    make("a", { href: address, download: this.given.file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1_000);
  }
}

const interpreter = new Interpreter(FOLDER);
for (const element of document.querySelectorAll(".kuhncfr-python")) new Box(element, interpreter);
