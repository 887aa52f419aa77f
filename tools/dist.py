"""Build what ships, from the last commit: ``python tools/dist.py`` writes wheel and sdist into ``dist/``. One commit makes one sequence of bytes.

What is not committed does not ship. The wheel is built from the sdist, with the setuptools of the lock; nothing is downloaded.
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
    """Run the standard front end in this environment, and return the file that it wrote."""
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation", "--outdir", str(into), str(source)]
    done = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": when}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    (written,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return written


def unpack(archive: bytes, into: Path) -> None:
    """Write what is in a tar file, with modes that do not depend on whoever builds."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        members.extractall(into, filter=plain)


def plain(member: tarfile.TarInfo, path: str) -> tarfile.TarInfo:
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return tarfile.data_filter(member, path)


def settle(sdist: Path, when: int) -> None:
    """Pack the sdist again without what differs from one build to the next: the order, the times, and whose files they are."""
    with tarfile.open(sdist) as archive:
        files = {member.name: (member, archive.extractfile(member).read()) for member in archive if member.isfile()}  # type: ignore[union-attr]
    with sdist.open("wb") as raw, gzip.GzipFile("", "wb", mtime=when, fileobj=raw) as zipped, tarfile.open(fileobj=zipped, mode="w") as archive:
        for name, (old, content) in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(content), when, 0o755 if old.mode & 0o100 else 0o644
            archive.addfile(member, io.BytesIO(content))


def main() -> None:
    if git("status", "--porcelain"):
        print("What is not committed will not be in it.")
    when = git("log", "-1", "--format=%ct").decode().strip()
    with tempfile.TemporaryDirectory() as scratch:
        source, unpacked, made = Path(scratch, "source"), Path(scratch, "unpacked"), Path(scratch, "made")
        unpack(git("archive", "HEAD"), source)
        sdist = build("sdist", source, made, when)
        settle(sdist, int(when))
        unpack(gzip.decompress(sdist.read_bytes()), unpacked)
        wheel = build("wheel", next(unpacked.iterdir()), made, when)
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        for path in (sdist, wheel):
            shutil.move(path, DIST)
            print(f"dist/{path.name} ({(DIST / path.name).stat().st_size / 1e6:.2f} MB)")


if __name__ == "__main__":
    main()
