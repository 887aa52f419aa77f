"""A JupyterLab of the tests' own: a server with copies of the chapters, and one page of a browser that shows it."""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Self

from visiting import Visit

from tools import lab

TOKEN = "tests"
OPTIONS = ("--no-browser", "--ServerApp.port=0", f"--IdentityProvider.token={TOKEN}", "--LabApp.expose_app_in_browser=True")
ADDRESS = "http://127.0.0.1:"

OPEN = """async ([path, start]) => {
  for (const other of [...jupyterapp.shell.widgets("main")]) other.dispose();
  const preference = { shouldStart: start, canStart: start, autoStartDefault: start };
  window.shown = await jupyterapp.commands.execute("docmanager:open", { path, kernelPreference: preference });
  await shown.context.ready;
  await shown.revealed;
}"""
RENDERED = """() => {
  const texts = shown.content.widgets ? [...shown.node.querySelectorAll(".jp-MarkdownCell")] : [shown.node];
  const count = shown.content.widgets?.filter((cell) => cell.model.type === "markdown").length ?? 1;
  const folds = shown.node.querySelectorAll(".jp-MarkdownHeadingCollapsed:not(:has(.jp-showHiddenCellsButton))");
  const there = ".jp-InputPlaceholder, .myst :is(p, h1, h2, h3, h4, li)";  // folded, or drawn
  return texts.length === count && folds.length === 0 && texts.every((text) => text.querySelector(there));
}"""


class Server:
    """JupyterLab in a process of its own, with settings of its own, at a free port."""

    def __init__(self, folder: Path) -> None:
        lab.copy(lab.BUILT, folder / "lab")
        own = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
        own |= {"JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces")}
        command = [sys.executable, "-m", "jupyterlab", *lab.arguments(folder / "lab"), *OPTIONS]
        self.process = subprocess.Popen(command, env={**os.environ, **own}, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        said = []
        for line in self.process.stderr:
            said.append(line)
            if ADDRESS in line:
                break
        else:
            raise RuntimeError("JupyterLab did not start:\n" + "".join(said))
        self.address = ADDRESS + line.split(ADDRESS)[1].split("/")[0] + "/"
        self.reader = threading.Thread(target=self.process.stderr.read)  # or the pipe would fill and the server wait
        self.reader.start()

    def stop(self) -> None:
        self.process.terminate()
        self.reader.join()
        self.process.wait()
        self.process.stderr.close()


class Lab(Visit):
    """JupyterLab in a page."""

    def welcome(self) -> Self:
        """Let the server know us, and wait for the page on which JupyterLab opens."""
        self.page.goto(f"{self.base}?token={TOKEN}")
        self.page.wait_for_selector(".jp-MarkdownViewer h1")
        return self

    def open(self, path: str, start: bool = False) -> None:
        """Open a file, alone, and wait until its text stands there; `start` its kernel or not."""
        self.page.evaluate(OPEN, [path, start])
        self.page.wait_for_function(RENDERED)

    def ask(self, script: str) -> Any:
        """Ask the open file, which scripts know as `shown`, Lumino's widget."""
        return self.page.evaluate(script)

    def run_all(self) -> None:
        """Run all cells, and wait until the last is done."""
        self.ask("() => shown.context.sessionContext.ready")
        self.ask("() => jupyterapp.commands.execute('notebook:run-all-cells')")
