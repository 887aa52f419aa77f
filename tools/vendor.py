"""Update the vendored scripts and fonts, with which the pages need no network: ``python tools/vendor.py``.

Each npm package below is downloaded at its pinned version; the files that pages load, and its licence, go to ``book/vendor/``. Fonts are
subset (``tools/typeface.py``), and each has a rule for style sheets. Python and its editor are one script each
(``tools/page_python.py``). Files for tests only go to ``tests/browser/vendor/``, which is not part of the site. The ``manifest.json`` of
each folder has versions and SHA-256 sums; ``tests/book/test_vendor.py`` compares the folder with them. Subsetting fonts needs Brotli:
``pip install brotli``.
"""

import fnmatch
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PAGES, TESTS = ROOT / "book" / "vendor", ROOT / "tests" / "browser" / "vendor"


@dataclass(frozen=True)
class Package:
    """An npm package: its version, the folder of its files, and patterns of the files to take from the tarball."""

    name: str
    version: str
    spdx: str
    folder: str
    root: str
    files: tuple[str, ...]
    home: Path = PAGES


# The versions of Vega are those that the pinned Altair requires (tests/book/test_vendor.py compares them).
MATHJAX = ("tex-chtml.js", "output/chtml/fonts/woff-v2/*.woff", "input/tex/extensions/*.js")
INTER = ("InterVariable.woff2", "InterVariable-Italic.woff2")
PACKAGES = (
    Package("mathjax", "3.2.2", "Apache-2.0", "mathjax", "es5", MATHJAX),
    Package("vega", "6.4.0", "BSD-3-Clause", "vega", "build", ("vega.min.js",)),
    Package("vega-lite", "6.4.1", "BSD-3-Clause", "vega", "build", ("vega-lite.min.js",)),
    Package("vega-embed", "7.3.0", "BSD-3-Clause", "vega", "build", ("vega-embed.min.js",)),
    Package("inter-ui", "4.1.1", "OFL-1.1", "fonts", "variable", INTER),
    Package("firacode", "6.2.0", "OFL-1.1", "fonts", "distr/woff2", ("FiraCode-VF.woff2",)),
    Package("pyodide", "314.0.7", "MPL-2.0 AND PSF-2.0", "python", "", ()),
    Package("codemirror", "6.43.15", "MIT", "python", "", ()),  # the version of its view; each part has one of its own
    Package("axe-core", "4.14.1", "MPL-2.0", "axe-core", "", ("axe.min.js", "LICENSE-3RD-PARTY.txt"), TESTS),
)


def npm_client() -> str:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("vendor.py needs the npm client (it comes with Node.js).")
    return npm


def pack(npm: str, package: Package, into: Path) -> Path:
    """Download the package's tarball with the npm client."""
    spec = f"{package.name}@{package.version}"
    done = subprocess.run([npm, "pack", "--silent", spec], cwd=into, check=True, capture_output=True, text=True)
    return into / done.stdout.strip().splitlines()[-1]


def wanted(package: Package, member: str) -> PurePosixPath | None:
    """Return the path of a member of the tarball in the vendor folder; None if it is not vendored."""
    path = PurePosixPath(member).relative_to("package")
    if str(path) in ("LICENSE", "LICENSE.txt"):
        return PurePosixPath(package.folder, f"LICENSE-{package.name}")
    if path.is_relative_to(package.root):
        inner = path.relative_to(package.root)
        if any(fnmatch.fnmatch(str(inner), pattern) for pattern in package.files):
            return PurePosixPath(package.folder, inner)
    return None


def unpacked(package: Package, tarball: Path) -> dict[PurePosixPath, bytes]:
    """Return the vendored files of a package that is copied."""
    files: dict[PurePosixPath, bytes] = {}
    with tarfile.open(tarball) as archive:
        for member in archive:
            target = wanted(package, member.name)
            content = archive.extractfile(member)
            if target is not None and content is not None:
                files |= made_of(target, content.read())
    return files


def write(package: Package, files: dict[PurePosixPath, bytes]) -> dict[str, str]:
    """Write the package's files and return the SHA-256 sum of each."""
    for name, data in files.items():
        path = package.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return {str(name): hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}


def made_of(target: PurePosixPath, data: bytes) -> dict[PurePosixPath, bytes]:
    """Return the vendored files for one file of the package: for a font, its subset and its rule for style sheets."""
    if target.suffix != ".woff2":
        return {target: data}
    import typeface

    font = typeface.cut(data)
    rule = typeface.face(font, target.name, "italic" if "Italic" in target.name else "normal")
    return {target: font, target.with_suffix(".css"): rule.encode()}


def fetched(scratch: Path) -> dict[Package, dict[PurePosixPath, bytes]]:
    """Return the vendored files of every package."""
    import page_python

    npm = npm_client()
    named = {package.name: package for package in PACKAGES}
    pyodide, codemirror = named.pop("pyodide"), named.pop("codemirror")
    files = {package: unpacked(package, pack(npm, package, scratch)) for package in named.values()}
    mpl = files[named["axe-core"]][PurePosixPath("axe-core/LICENSE-axe-core")]
    made = {
        pyodide: page_python.runtime(pack(npm, pyodide, scratch), pyodide.version, mpl),
        codemirror: page_python.editor(npm, scratch),
    }
    files |= {package: {PurePosixPath(package.folder, name): data for name, data in made[package].items()} for package in made}
    return {package: files[package] for package in PACKAGES}


def main() -> None:
    manifests: dict[Path, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        packages = fetched(Path(scratch))
    for home in {package.home for package in PACKAGES}:
        shutil.rmtree(home, ignore_errors=True)
    for package, files in packages.items():
        sums = write(package, files)
        manifests.setdefault(package.home, {})[package.name] = {"version": package.version, "license": package.spdx, "files": sums}
        print(f"{package.name} {package.version}: {len(files)} files")
    for home, manifest in manifests.items():
        (home / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
