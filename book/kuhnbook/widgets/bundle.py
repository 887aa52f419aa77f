"""The widgets' JavaScript modules, put together into one file.

A live notebook takes a widget as a single ES module, and a page that was opened from disk may load no modules at all: browsers
refuse to import them from files. So each module becomes a function that returns what it exports, in the order of the imports.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "js"
STYLES = ("widgets", "square", "bluff", "play", "stepper", "swarm", "dilemma")  # what all share comes first

# All the forms that our modules use; anything else would be left in the bundle and rejected there.
IMPORT = re.compile(r'^import \{ (?P<names>[\w, ]+) \} from "\./(?P<module>\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?P<statement>(?:const|(?:async )?function\*?|class) (?P<name>\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default (?P<value>.+);\n", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def script(name: str) -> str:
    """Return a classic script that runs module `name`, for pages.

    Raises
    ------
    ValueError
        If a module imports or exports in a way that this file does not know; the message shows the line.
    """
    return f"(() => {{\n{''.join(_functions(name, []))}}})();\n"


def widget(name: str) -> str:
    """Return a classic script that brings widget `name` to life in a page; it raises what :func:`script` raises."""
    done: list[str] = []
    functions = "".join(_functions("page", done) + _functions(name, done))
    return f'(() => {{\n{functions}$page.start("{name}", ${name}.default);\n}})();\n'


def module(name: str) -> str:
    """Return one ES module with the default export of module `name`, for live notebooks; it raises what :func:`script` raises.

    Examples
    --------
    >>> code = module("play")
    >>> "import " in code, code.count("export ")
    (False, 1)
    """
    return f"{''.join(_functions(name, []))}export default ${name}.default;\n"


def style() -> str:
    """Return the style sheet of all widgets, for pages and for live notebooks."""
    return "\n".join((FOLDER.parent / "css" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def _functions(name: str, done: list[str]) -> list[str]:
    """One definition per module that is not yet in `done`: first those that `name` imports, then its own."""
    if name in done:
        return []
    done.append(name)
    source = (FOLDER / f"{name}.js").read_text(encoding="utf-8")
    earlier = [definition for match in IMPORT.finditer(source) for definition in _functions(match["module"], done)]
    names = [match["name"] for match in EXPORT.finditer(source)]
    names += ["default: $default"] if DEFAULT.search(source) else []
    body = IMPORT.sub(r"const { \g<names> } = $\g<module>;\n", source)
    body = DEFAULT.sub(r"const $default = \g<value>;\n", EXPORT.sub(r"\g<statement>", body))
    if left := LEFT_OVER.search(body):
        raise ValueError(f"{name}.js has a line that cannot be bundled: {left[0]}")
    return [*earlier, f"const ${name} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"]
