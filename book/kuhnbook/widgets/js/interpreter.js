// Python in a worker of its own, which is started at the first run, and again after a program was stopped.

import { load } from "./loading.js";
import { work } from "./worker.js";

const LIMIT = 60;  // seconds that a program may run
export const STEPS = ["Loading Python (8 MB, once per page) ...", "Unpacking Python ...", "Starting Python ..."];

function unpack(packed) {
  const letters = atob(packed);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k += 1) bytes[k] = letters.charCodeAt(k);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export class Interpreter {
  constructor(folder) {
    this.folder = folder;
  }

  // Run { program, checks, calls }; on.step(k), on.started() and on.printed(text) say what happens until the promise is kept:
  // with { passed }, or with { stopped }, the reason why the program did not end.
  run(job, on) {
    this.stop("Stopped, because another program was started.");
    return new Promise((resolve) => {
      this.current = { on, resolve };
      this.begin(job, this.current);
    });
  }

  runs(on) { return this.current?.on === on; }

  async begin(job, run) {
    try {
      if (!this.worker) {
        const python = await this.python((k) => { if (run === this.current) run.on.step(k); });
        if (run !== this.current) return;  // stopped meanwhile
        run.on.step(2);
        this.worker = this.newWorker(python);
      }
      this.worker.postMessage(job);
    } catch (error) {
      this.stop(`Python could not be started: ${error.message}.`, run);
    }
  }

  // The files of Python, and those that it can import.
  async python(step) {
    if (!this.unpacked) {
      step(0);
      await Promise.all([load(`${this.folder}runtime.js`), load(`${this.folder}files.js`)]);
      step(1);
      const { files, lock } = window.PYTHON_RUNTIME;
      const entries = await Promise.all(Object.entries(files).map(async ([name, packed]) => [name, await unpack(packed)]));
      this.unpacked = { files: Object.fromEntries(entries), lock, modules: window.PYTHON_FILES };
      delete window.PYTHON_RUNTIME;  // a copy of 8 MB that nobody needs any more
    }
    return this.unpacked;
  }

  newWorker(python) {
    const address = URL.createObjectURL(new Blob([`(${work})()`], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data }) => this.heard(data);
    worker.postMessage(python);
    return worker;
  }

  heard({ kind, text, passed, message }) {
    const { on, resolve } = this.current;
    if (kind === "started") {
      this.timer = setTimeout(() => this.stop(`Stopped after ${LIMIT} seconds. Does it end?`), LIMIT * 1_000);
      on.started();
    }
    if (kind === "printed") on.printed(text);
    if (kind === "failed") this.stop(`Python could not go on: ${message}.`);
    if (kind === "ended") {
      clearTimeout(this.timer);
      this.current = undefined;
      resolve({ passed });
    }
  }

  // End what runs; the next program gets a new worker.
  stop(reason, run = this.current) {
    if (!run || run !== this.current) return;
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = this.current = undefined;
    run.resolve({ stopped: reason });
  }
}
