"""The path through the book: what is core, how long it takes, where to guess, and the questions at a chapter's end."""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import yaml
from nbformat import NotebookNode
from numbered import chapter_paths

BUILDS = {
    "regret_matching",
    "cfr",
    "exploitability",
    "sampling",
    "many_cards",
    "continuum",
    "river",
    "three_players",
    "last_strategy",
    "subgames",
}
LONGEST = 45  # minutes
WORDS, LINES = 150, 15  # read a minute, of text and of code

KIND = re.compile(r"^\*\*(Core|Optional)\.\*\* \S", re.MULTILINE)
TIME = re.compile(r"^\*\*Time\*\*: (\d+) minutes to read, ", re.MULTILINE)
PROMPT = re.compile(r"\bGuess\b|\bguess(?:es)?, please|\bguess,|\b[Bb]efore you look\b|write down a guess|, then look\b")
QUESTION = re.compile(r"^\*\*(\d)\. (.+?)\*\*$", re.MULTILINE)
ANSWER = re.compile(r"^:::\{dropdown\} (.+)\n((?:.*\n)*?):::$", re.MULTILINE)
OUTSIDE = re.compile(r"^## (?:Exercises|References)", re.MULTILINE)


@pytest.fixture(scope="module")
def notebooks(root: Path) -> dict[str, NotebookNode]:
    """The chapters, and the pages with code elsewhere in the book."""
    return {path.stem: nbformat.read(path, as_version=4) for path in sorted((root / "book").glob("*.ipynb"))}


@pytest.fixture(scope="module")
def chapters(root: Path, notebooks: dict[str, NotebookNode]) -> dict[str, NotebookNode]:
    """Those in the numbered part of the table of contents: sittings, with times, questions and exercises."""
    return {path.stem: notebooks[path.stem] for path in chapter_paths(root)}


@pytest.fixture(scope="module")
def pages(root: Path, notebooks: dict[str, NotebookNode]) -> dict[str, str]:
    """The text of every page of the table of contents but the first."""
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    found = {}
    for path in (root / entry["file"] for part in toc["parts"] for entry in part["chapters"]):
        notebook = notebooks.get(path.name)
        found[path.name] = notebook.cells[0].source if notebook else path.with_suffix(".md").read_text(encoding="utf-8")
    return found


def before_exercises(notebook: NotebookNode) -> Iterator[NotebookNode]:
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (end := OUTSIDE.search(cell.source)):
            yield {**cell, "source": cell.source[: end.start()]}
            return
        yield cell


def minutes(notebook: NotebookNode) -> float:
    """How long it takes to read what stands before the exercises."""
    cells = list(before_exercises(notebook))
    words = sum(len(cell["source"].split()) for cell in cells if cell["cell_type"] == "markdown")
    lines = sum(len(cell["source"].splitlines()) for cell in cells if cell["cell_type"] == "code")
    return words / WORDS + lines / LINES


def test_every_page_says_whether_it_is_core(pages: dict[str, str], chapters: dict[str, NotebookNode]) -> None:
    """Which chapters are, the page for teachers says, too; no other page is."""
    found = {name: KIND.findall(text) for name, text in pages.items()}
    assert {name: kinds for name, kinds in found.items() if kinds not in (["Core"], ["Optional"])} == {}
    assert {name for name, kinds in found.items() if kinds == ["Core"]} <= set(chapters)


def test_the_sidebar_groups_core_and_optional_chapters(root: Path, pages: dict[str, str]) -> None:
    parts = [part for part in yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))["parts"] if part.get("numbered")]
    for part in parts:
        kinds = {kind for entry in part["chapters"] for kind in KIND.findall(pages[Path(entry["file"]).name])}
        assert kinds == {"Core" if part["caption"] == "Core chapters" else "Optional"}


def test_no_chapter_takes_longer_than_a_sitting(chapters: dict[str, NotebookNode]) -> None:
    for name, notebook in chapters.items():
        said = [int(number) for number in TIME.findall(notebook.cells[0].source)]
        assert len(said) == 1, name
        assert said[0] <= LONGEST, name
        assert 0.75 < said[0] / minutes(notebook) < 1.25, (name, said[0], minutes(notebook))


def test_what_is_to_be_guessed_is_folded_and_nothing_else(notebooks: dict[str, NotebookNode]) -> None:
    """The output after such a prompt, until the reader opens it."""
    for name, notebook in notebooks.items():
        last, prompted = "", False
        for cell in before_exercises(notebook):
            if cell["cell_type"] == "markdown":
                last, prompted = cell["source"], prompted or bool(PROMPT.search(cell["source"]))
                continue
            tags = set(cell["metadata"].get("tags", []))
            assert not prompted or ({"guess", "hide-output"} <= tags and cell["outputs"]), (name, last[-80:])
            assert "guess" not in tags or "?" in last or PROMPT.search(last), (name, cell["source"])
            prompted = False
        assert not prompted, (name, last[-80:])


def printed(cell: NotebookNode) -> str:
    return " ".join(str(output.get("text", output.get("data", {}).get("text/plain"))) for output in cell.outputs)


def test_the_answer_to_a_guess_is_what_its_cell_computed(notebooks: dict[str, NotebookNode]) -> None:
    for name, notebook in notebooks.items():
        for cell in notebook.cells:
            guess = cell.metadata.get("guess")
            if guess is None:
                continue
            assert {"answer"} < set(guess) <= {"ask", "choices", "answer"}, (name, cell.id)
            answer = guess["answer"]
            assert answer in guess.get("choices", re.split(r"[\s,:=()]+", printed(cell))), (name, cell.id, answer)


def text_of(notebook: NotebookNode) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def section(notebook: NotebookNode, title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## )", text_of(notebook), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def questions(notebook: NotebookNode) -> dict[str, list[tuple[str, str]]]:
    """The questions of the section "Check yourself", each with its answers and what is said of them."""
    _, *rest = QUESTION.split(section(notebook, "Check yourself"))
    return {f"{number}. {question}": ANSWER.findall(answers) for number, question, answers in zip(*[iter(rest)] * 3, strict=True)}


def words(text: str) -> str:
    return " ".join(text.lower().split())


def complaints(notebook: NotebookNode, earlier: str) -> list[str]:
    """What is wrong with the questions of a chapter, in words; `earlier` is the text of the chapters before it."""
    found = []
    asked = questions(notebook)
    if [question[0] for question in asked] != ["1", "2", "3"]:
        found.append(f"{len(asked)} questions")
    known = words(earlier + text_of(notebook).partition("## Check yourself")[0])
    for question, answers in asked.items():
        verdicts = [said.split(maxsplit=1)[0].rstrip(".:,;") for _, said in answers]
        if not 3 <= len(answers) <= 4 or sorted(verdicts) != ["No"] * (len(answers) - 1) + ["Yes"]:
            found.append(f"{question}: {verdicts}")
        for (answer, said), verdict in zip(answers, verdicts, strict=True):
            named = [words(name).rstrip(".") for name in re.findall(r"\*\*(.+?)\*\*", said, re.DOTALL)]
            if verdict == "No" and not (named and all(name in known for name in named)):
                found.append(f"{question}: {answer!r} names no mistake, or one that readers have not met")
            if verdict == "Yes" and "{ref}" not in said:
                found.append(f"{question}: {answer!r} does not link to the section to read again")
    return found


def test_three_questions_close_each_chapter(chapters: dict[str, NotebookNode]) -> None:
    found, earlier = {}, ""
    for name, notebook in chapters.items():
        found[name] = complaints(notebook, earlier)
        earlier += text_of(notebook)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("name", sorted(BUILDS))
def test_readers_build_it_themselves(notebooks: dict[str, NotebookNode], name: str) -> None:
    """The exercise stands first of all, and its checks can be seen."""
    cells = notebooks[name].cells
    gates = [number for number, cell in enumerate(cells) if "{exercise-start}" in cell.source]
    built = next(number for number, cell in enumerate(cells) if cell.source.lstrip().startswith("*Build.*"))
    ends = next(number for number, cell in enumerate(cells) if number > built and "{exercise-end}" in cell.source)
    assert gates[0] < built < gates[1]
    seen = [cell.source for cell in cells[:ends] if "hide-input" not in cell.metadata.get("tags", [])]
    assert any(re.search(r"^def check_\w+\(|\bladder\.check_\w+\(", source, re.MULTILINE) for source in seen)
