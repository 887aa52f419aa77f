"""Build the wheel and the sdist of the last commit: ``python tools/dist.py`` writes them into ``dist/``, with the same bytes each time.

Uncommitted changes are not included. The wheel is built from the sdist, with the setuptools of the lock; nothing is downloaded.
"""

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def build(kind: str, source: Path, into: Path, when: str) -> Path:
    """Run the standard build front end in this environment, and return the file that it wrote."""
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(into), str(source)]
    done = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": when}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    (written,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return written


def contents(archive: bytes) -> dict[str, tuple[int, bytes]]:
    """Return the mode and the bytes of each file in a tar file; the mode does not depend on the user who packed it."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        files = [(member, members.extractfile(member)) for member in members]
        return {member.name: (0o755 if member.mode & 0o100 else 0o644, file.read()) for member, file in files if file}


def unpack(archive: bytes, into: Path) -> None:
    for name, (mode, content) in contents(archive).items():
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode)


def packed(files: dict[str, tuple[int, bytes]], when: int) -> bytes:
    """Pack files in a fixed order, with fixed times and owners, so that two builds do not differ."""
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", mtime=when, fileobj=buffer) as zipped, tarfile.open(fileobj=zipped, mode="w") as archive:
        for name, (mode, content) in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(content), when, mode
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def main() -> None:
    if git("status", "--porcelain"):
        print("What is not committed will not be in it.")
    os.umask(0o022)  # setuptools writes further files
    when = git("log", "-1", "--format=%ct").decode().strip()
    with tempfile.TemporaryDirectory() as scratch:
        source, unpacked, made = Path(scratch, "source"), Path(scratch, "unpacked"), Path(scratch, "made")
        unpack(git("archive", "HEAD"), source)
        sdist = build("sdist", source, made, when)
        sdist.write_bytes(packed(contents(sdist.read_bytes()), int(when)))
        unpack(sdist.read_bytes(), unpacked)
        wheel = build("wheel", next(unpacked.iterdir()), made, when)
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        for path in (sdist, wheel):
            shutil.move(path, DIST)
            print(f"dist/{path.name} ({(DIST / path.name).stat().st_size / 1e6:.2f} MB)")


if __name__ == "__main__":
    main()
