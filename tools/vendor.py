"""Update the vendored scripts and fonts, with which the pages need no network: ``python tools/vendor.py``.

Each npm package below is downloaded at its pinned version; the files that pages load, and its licence, go to ``book/vendor/``. Fonts are
subset (``tools/typeface.py``), and each has a rule for style sheets. Files for tests only go to ``tests/browser/vendor/``, which is not
part of the site. The ``manifest.json`` of each folder has versions and SHA-256 sums; ``tests/book/test_vendor.py`` compares the folder
with them. Subsetting fonts needs Brotli: ``pip install brotli``.
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
    Package("axe-core", "4.14.1", "MPL-2.0", "axe-core", "", ("axe.min.js", "LICENSE-3RD-PARTY.txt"), TESTS),
)


def pack(package: Package, into: Path) -> Path:
    """Download the package's tarball with the npm client."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("vendor.py needs the npm client (it comes with Node.js).")
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


def unpack(package: Package, tarball: Path) -> dict[str, str]:
    """Write the package's files and return the SHA-256 sum of each."""
    sums = {}
    with tarfile.open(tarball) as archive:
        for member in archive:
            target = wanted(package, member.name)
            content = archive.extractfile(member)
            if target is None or content is None:
                continue
            for name, data in made_of(target, content.read()).items():
                path = package.home / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                sums[str(name)] = hashlib.sha256(data).hexdigest()
    return dict(sorted(sums.items()))


def made_of(target: PurePosixPath, data: bytes) -> dict[PurePosixPath, bytes]:
    """Return the vendored files for one file of the package: for a font, its subset and its rule for style sheets."""
    if target.suffix != ".woff2":
        return {target: data}
    import typeface

    font = typeface.cut(data)
    rule = typeface.face(font, target.name, "italic" if "Italic" in target.name else "normal")
    return {target: font, target.with_suffix(".css"): rule.encode()}


def main() -> None:
    manifests: dict[Path, dict[str, object]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        tarballs = {package: pack(package, Path(scratch)) for package in PACKAGES}
        for home in {package.home for package in PACKAGES}:
            shutil.rmtree(home, ignore_errors=True)
        for package, tarball in tarballs.items():
            files = unpack(package, tarball)
            manifests.setdefault(package.home, {})[package.name] = {"version": package.version, "license": package.spdx, "files": files}
            print(f"{package.name} {package.version}: {len(files)} files")
    for home, manifest in manifests.items():
        (home / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
