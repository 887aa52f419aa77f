"""The two vendored scripts that are made, not copied: Python for the pages, and the editor in which readers write it."""

import base64
import gzip
import json
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

# What Pyodide needs to start. A page opened from disk may fetch nothing, so the script holds all of it.
RUNTIME = ("pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
SOURCE = "Pyodide {version}, with CPython and its standard library inside. Their source: https://github.com/pyodide/pyodide/tree/{version}"

# Every package of the bundle, so that the same versions make the same bytes; esbuild makes it, and is no part of it.
EDITOR = {
    "@codemirror/autocomplete": "6.20.4",
    "@codemirror/commands": "6.11.1",
    "@codemirror/lang-python": "6.2.1",
    "@codemirror/language": "6.13.1",
    "@codemirror/state": "6.7.6",
    "@codemirror/streamparser": "6.0.0",
    "@codemirror/view": "6.43.15",
    "@lezer/common": "1.5.5",
    "@lezer/highlight": "1.2.5",
    "@lezer/lr": "1.4.12",
    "@lezer/python": "1.1.19",
    "@marijn/find-cluster-break": "1.0.4",
    "crelt": "1.0.7",
    "style-mod": "4.1.4",
    "w3c-keyname": "2.2.8",
}
ESBUILD = "0.28.2"
# The names that book/kuhnbook/widgets/js/editor.js uses, as properties of the global CodeMirror.
ENTRY = """
export { EditorState } from "@codemirror/state";
export { EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { pythonLanguage } from "@codemirror/lang-python";
export { classHighlighter } from "@lezer/highlight";
"""


def runtime(tarball: Path, version: str, mpl: bytes) -> dict[str, bytes]:
    """Return Python as one classic script, and its licences: the package brings none along, so `mpl` is the text of the MPL."""
    with tarfile.open(tarball) as archive:
        contents = {name: archive.extractfile(f"package/{name}").read() for name in (*RUNTIME, "pyodide-lock.json")}  # type: ignore[union-attr]
    lock = json.loads(contents["pyodide-lock.json"]) | {"packages": {}}  # the page has none to fetch
    files = {name: base64.b64encode(gzip.compress(contents[name], 9, mtime=0)).decode() for name in RUNTIME}
    script = f"window.PYTHON_RUNTIME = {json.dumps({'lock': json.dumps(lock), 'files': files})};\n"
    psf = Path(os.__file__).with_name("LICENSE.txt").read_bytes()
    licence = b"\n\n".join([SOURCE.format(version=version).encode(), b"Pyodide:", mpl, b"CPython:", psf])
    return {"LICENSE-pyodide": licence, "runtime.js": script.encode()}


def editor(npm: str, scratch: Path) -> dict[str, bytes]:
    """Return CodeMirror with its Python mode as one classic script, and the licences of its parts."""
    folder = scratch / "editor"
    parts = folder / "node_modules"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": EDITOR | {"esbuild": ESBUILD}}), encoding="utf-8")
    (folder / "entry.js").write_text(ENTRY, encoding="utf-8")
    subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True, capture_output=True)
    bundled = [shutil.which("esbuild", path=parts / ".bin"), "entry.js", "--bundle", "--minify", "--format=iife"]
    subprocess.run([*bundled, "--global-name=CodeMirror", "--log-level=warning", "--outfile=made.js"], cwd=folder, check=True)
    licences = [f"{name} {version}\n\n{(parts / name / 'LICENSE').read_text(encoding='utf-8')}" for name, version in EDITOR.items()]
    return {"LICENSE-codemirror": "\n\n".join(licences).encode(), "codemirror.js": (folder / "made.js").read_bytes()}
