"""Move solutions of exercises, and answers to the questions of a chapter, from a page to the end of the book."""

from copy import deepcopy

from lxml.html import HtmlElement
from lxml.html.builder import CLASS, H3, LI, OL, A, E, P

from .pages import Page, words

FOLDED, OPEN = "Open the answer", "Choose the answer"


def page_of(name: str) -> HtmlElement:
    """Return a placeholder for the number of the page on which the element with the id `name` is printed."""
    return A(CLASS("page-of"), href=f"#{name}")


def leading(text: str, name: str) -> HtmlElement:
    """Return a line with a link and a page number for the element with the id `name`."""
    return P(A(text, href=f"#{name}"), ", page ", page_of(name), CLASS("leads"))


def cut(page: Page) -> HtmlElement:
    """Replace the answers of a page by links to them; return the answers, each with a heading and a link back."""
    gathered = E.section(id=f"answers/{page.name}")
    for section in page.article.iter("section"):
        labels = [span.get("id") for span in section.iterfind("span") if span.get("id", "").endswith("-check")]
        if labels:
            gathered.append(checked(section, labels[0]))
    exercise = None
    for box in page.article.find_class("admonition"):
        if "exercise" in box.classes:
            exercise = box
        elif "solution" in box.classes:
            if exercise is None:
                raise ValueError(f"{page.address}: a solution precedes every exercise")
            gathered.append(solved(box, exercise))
    return gathered


def solved(solution: HtmlElement, exercise: HtmlElement) -> HtmlElement:
    """Remove a solution, and add a link to it at the end of its exercise."""
    title = solution.find_class("admonition-title")[0]
    heading = H3(words(title))
    title.drop_tree()
    solution.drop_tree()
    solution.set("class", "answer")
    solution.insert(0, heading)
    heading.addnext(leading("The exercise", exercise.get("id")))
    exercise.append(leading("Solution", solution.get("id")))
    return solution


def checked(section: HtmlElement, label: str) -> HtmlElement:
    """Leave the choices with each question of a section, and move the comments on them to the end of the book."""
    answers = E.section(H3(words(section.find("h2"))), leading("The questions", label), CLASS("answer"), id=f"{label}/answers")
    choices = explained = None
    for element in list(section):
        if element.tag == "p" and (element.text or "").startswith(FOLDED):
            element.text = element.text.replace(FOLDED, OPEN)
        if element.tag != "details":
            choices = None
            continue
        if choices is None or explained is None:
            choices, explained = OL(CLASS("choices")), OL(CLASS("choices"))
            answers.extend([deepcopy(element.getprevious()), explained])
            element.addprevious(choices)
        choice, body = element.find_class("sd-summary-text")[0], element.find_class("sd-summary-content")[0]
        choice.tail = None
        choice.tag = "strong"
        explained.append(LI(deepcopy(choice), body))
        choice.tag = "li"
        choices.append(choice)
        element.drop_tree()
    section.append(leading("Answers", answers.get("id")))
    return answers
