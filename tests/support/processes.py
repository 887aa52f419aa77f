"""The command line in processes of its own, with streams and an environment of all kinds; none pays for the imports but the first.

As a script this is that first process: it reads cases from standard input, and forks for each.
"""

import gc
import io
import json
import os
import subprocess
import sys
import traceback
from dataclasses import dataclass

NULL, FULL, CLOSED, BROKEN = "/dev/null", "/dev/full", "closed", "broken"  # what a stream may be; otherwise the name of a file


@dataclass(frozen=True)
class Done:
    """How a process ended, and what it printed where that could be read."""

    code: int
    stdout: str
    stderr: str


def run_all(cases, folder):
    """Run the cases in this folder, each a dict with `command`, and if asked `streams` (by number) and `environment`."""
    for number, case in enumerate(cases):
        case["streams"] = {"0": NULL, "1": f"{number}.out", "2": f"{number}.err"} | {str(k): v for k, v in case.get("streams", {}).items()}
    home = os.environ | {"HOME": str(folder)}  # where labml keeps its list of projects
    done = subprocess.run(
        [sys.executable, __file__], cwd=folder, env=home, input=json.dumps(cases), capture_output=True, text=True, check=True
    )
    codes = json.loads(done.stdout)

    def text(name):
        return (folder / name).read_text(encoding="utf-8", errors="backslashreplace") if (folder / name).is_file() else ""

    return [
        Done(code, *(text(case["streams"][stream]) if "/" not in case["streams"][stream] else "" for stream in "12"))
        for case, code in zip(cases, codes, strict=True)
    ]


def _serve():
    from command_line import invoke

    cases = json.load(sys.stdin)
    for command in dict.fromkeys(tuple(case["command"]) for case in cases):
        invoke(*command[: command.index("--save") if "--save" in command else None])  # from now on all that it needs is there
    gc.freeze()  # a child that looked for garbage would copy most of the memory
    print(json.dumps([_run(case) for case in cases]))


def _run(case):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        os._exit(_in_child(case))
    finally:
        os._exit(99)


def _in_child(case):
    os.environ.update(case.get("environment", {}))
    encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
    for name, target in case["streams"].items():
        _attach(int(name), target)
    for name, descriptor, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        errors = "backslashreplace" if descriptor == 2 else "strict"
        stream = None if case["streams"][str(descriptor)] == CLOSED else os.fdopen(descriptor, mode, encoding=encoding, errors=errors)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    from kuhncfr.__main__ import main

    sys.argv = ["kuhncfr", *case["command"]]
    code = 0
    try:
        main()
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        code = 1
        traceback.print_exc()
    return 120 if _flushing_fails() else code  # as Python does when it ends


def _attach(descriptor, target):
    if target == CLOSED:
        os.close(descriptor)
        return
    if target == BROKEN:
        reader, opened = os.pipe()
        os.close(reader)
    else:
        opened = os.open(target, os.O_RDONLY if descriptor == 0 else os.O_RDWR | os.O_CREAT, 0o644)
    os.dup2(opened, descriptor)
    os.close(opened)


def _flushing_fails():
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, io.UnsupportedOperation):
            return True
    return False


if __name__ == "__main__":
    _serve()
