"""The page on licences, and the licence texts in the site: made anew at each build from what the book carries and what builds it."""

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from sphinx.application import Sphinx

from .teaching import generated

FOLDER = "licences"  # of the texts, below _static
OURS = {"LICENSE": "LICENSE", "LICENSE-book": "book/LICENSE"}  # by the name that the text has in the site
MANIFESTS = ("book/vendor/manifest.json", "tests/browser/vendor/manifest.json")  # the student edition has no tests
# Whose scripts, styles and pictures come into the site when it is built. Metadata name a licence in many ways; these are SPDX's.
GENERATORS = {
    "sphinx": "BSD-2-Clause",
    "sphinx-book-theme": "BSD-3-Clause",
    "pydata-sphinx-theme": "BSD-3-Clause",
    "sphinx-copybutton": "MIT",
    "sphinx-design": "MIT",
    "sphinx-exercise": "MIT",
    "sphinx-proof": "MIT",
    "sphinx-thebe": "MIT",
    "sphinx-togglebutton": "MIT",
    "myst-nb": "BSD-3-Clause",
    "pygments": "BSD-2-Clause",
}


class Inner(NamedTuple):
    """What one of these carries in turn. Where it has no licence text, only a notice, that stands above the text that it names."""

    name: str
    spdx: str
    package: str
    notice: str
    text: str = ""


INNER = (
    Inner("Bootstrap", "MIT", "pydata-sphinx-theme", "bootstrap.js.LICENSE.txt"),
    Inner("Font Awesome Free", "CC-BY-4.0 AND OFL-1.1 AND MIT", "pydata-sphinx-theme", "css/all.min.css", "fontawesome/*/LICENSE.txt"),
    Inner("clipboard.js", "MIT", "sphinx-copybutton", "clipboard.min.js"),
)


def recorded(root: Path) -> dict[str, dict[str, Any]]:
    """What the manifests record that ``tools/vendor.py`` writes, and whose files the tests compare."""
    found = {}
    for path in [root / name for name in MANIFESTS if (root / name).exists()]:
        for package, entry in json.loads(path.read_text(encoding="utf-8")).items():
            found[package] = {**entry, "home": path.parent.relative_to(root).as_posix()}
    return found


def only(package: str, pattern: str) -> str:
    """The text of the one file of an installed package that fits."""
    (path,) = Path(str(metadata.distribution(package).locate_file(package.replace("-", "_")))).rglob(pattern)
    return path.read_text(encoding="utf-8")


def notice(part: Inner) -> str:
    """The comment that a file begins with, without its stars."""
    return re.sub(r"^\s*\*? ?", "", only(part.package, part.notice).partition("*/")[0].removeprefix("/*!"), flags=re.MULTILINE).strip()


def text_of(package: str) -> str:
    """The licence that an installed package brings along; if it brings none, the build ends: the site may not carry its files."""
    files = metadata.distribution(package).files or []
    first, *_ = (file for file in files if re.match(r"LICEN[CS]E|COPYING", file.name) and ".dist-info" in str(file))
    return first.read_text(encoding="utf-8")


def texts(root: Path) -> dict[str, str]:
    """The licence text of everything on the page, by name."""
    ours = {name: (root / path).read_text(encoding="utf-8") for name, path in OURS.items()}
    permission = ours["LICENSE"].partition("\n\n")[2].partition("\n\n")[2]  # the MIT licence below its title and our names
    found = ours | {package: text_of(package) for package in GENERATORS}
    for part in INNER:
        found[part.name] = only(part.package, part.text) if part.text else f"{notice(part)}\n\n{permission}"
    for package, entry in recorded(root).items():
        (file,) = [file for file in entry["files"] if file.endswith(f"LICENSE-{package}")]
        found[package] = (root / entry["home"] / file).read_text(encoding="utf-8")
    return found


def file_name(name: str) -> str:
    return f"{name.lower().replace(' ', '-')}.txt"


def link(words: str, name: str) -> str:
    return f'<a href="../_static/{FOLDER}/{file_name(name)}">{words}</a>'


def carried(source: Path) -> str:
    """``{carried}``: what the repository carries of others, each with its version, its licence, and where it is."""
    rows = []
    for name, entry in recorded(source).items():
        where = f"{entry['home']}/{next(iter(entry['files'])).partition('/')[0]}"
        rows.append(f"| {name} | {entry['version']} | {link(entry['license'], name)} | `{where}` | {len(entry['files'])} |")
    return "\n".join(["| | Version | Licence | Where | Files |", "|---|---|---|---|--:|", *rows])


def generators(source: Path) -> str:
    """``{generators}``: what builds the site and leaves files of its own in it, and what these carry in turn."""
    rows = [f"| {name} | {metadata.version(name)} | {link(spdx, name)} | |" for name, spdx in GENERATORS.items()]
    for part in INNER:
        version = re.search(r" v?(\d[\d.]+)", notice(part))[1]
        rows.append(f"| {part.name} | {version} | {link(part.spdx, part.name)} | {part.package} |")
    return "\n".join(["| | Version | Licence | Part of |", "|---|---|---|---|", *rows])


def ship_texts(app: Sphinx) -> None:
    folder = Path(app.outdir, "_static", FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts(Path(app.srcdir)).items():
        (folder / file_name(name)).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.add_directive("carried", generated(carried))
    app.add_directive("generators", generated(generators))
