// What runs in the worker. Its source becomes a Blob, for a page opened from disk may load no worker: so it uses nothing outside itself.

export function work() {
  const NOWHERE = "https://book.invalid/";  // Pyodide asks for its files there, and gets them from memory
  let python;

  const startPython = async ({ files, lock, modules }) => {
    self.fetch = async (address) => {
      const name = Object.keys(files).find((file) => String(address).endsWith(file));
      if (!name) throw new Error(`there is no ${address} in this page`);
      const type = name.endsWith("wasm") ? "application/wasm" : "application/octet-stream";
      return new Response(files[name], { headers: { "content-type": type } });
    };
    const text = (name) => new TextDecoder().decode(files[name]);
    self.importScripts = undefined;  // Pyodide refuses classic workers, and knows them by it
    (0, eval)(text("pyodide.js"));
    const factory = text("pyodide.asm.mjs")  // a module: made an expression
      .replace(/import\.meta\.url/g, JSON.stringify(`${NOWHERE}pyodide.asm.mjs`))
      .replace(/export\s+default\s+/, "self.createPyodideModule = ");
    (0, eval)(factory);
    const { createPyodideModule } = self;
    const started = await self.loadPyodide({ indexURL: NOWHERE, packageBaseUrl: NOWHERE, lockFileContents: lock, createPyodideModule });
    for (const [path, content] of Object.entries(modules)) {
      started.FS.mkdirTree(`/book/${path}`.replace(/\/[^/]*$/, ""));
      started.FS.writeFile(`/book/${path}`, content);
    }
    started.runPython("import sys; sys.path.insert(0, '/book'); sys.dont_write_bytecode = True");
    return started.pyimport("kuhnbook.in_page.inside.runner");
  };

  const runProgram = async ({ program, checks, calls }) => {
    const runner = await python;
    self.postMessage({ kind: "started" });
    const passed = runner.run(program, checks, calls, (text) => self.postMessage({ kind: "printed", text }));
    self.postMessage({ kind: "ended", passed });
  };

  self.onmessage = async ({ data }) => {
    try {
      if (data.files) await (python = startPython(data));
      else await runProgram(data);
    } catch (error) {
      self.postMessage({ kind: "failed", message: String(error) });
    }
  };
}
