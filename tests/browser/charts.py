"""What is done to charts in an open page: find them, slide them, read them, and put them back."""

from collections.abc import Callable
from fractions import Fraction

from playwright.sync_api import Locator, Page, expect

Rows = list[list[str]]
Figure = Callable[..., Locator]  # the fixture: finds a figure in an open page

SLIDE = """(figure, values) => {
  for (const [name, value] of Object.entries(values)) {
    const input = figure.querySelector(`.vega-bind input[name="${name}"]`);
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
# How the controls of all charts stand, and how to put them back.
CONTROLS = """page => ({
  sliders: [...page.querySelectorAll(".vega-bind :is(input, select)")].map((input) => [input, input.value]),
  tables: [...page.querySelectorAll(".chart-data")].map((details) => [details, details.open]),
})"""
PUT_BACK = """({ sliders, tables }) => {
  for (const [details, open] of tables) details.open = open;
  for (const [input, value] of sliders) {
    if (input.value === value) continue;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""


def chart(page: Page, name: str) -> Locator:
    """A figure whose chart has been drawn and fitted."""
    figure = page.locator(f"#{name}")
    figure.locator(".chart-data").first.wait_for(state="attached")
    return figure


def near(page: Page, name: str) -> Locator:
    """The same in a page that has not drawn its charts: this one is when the reader comes near."""
    page.locator(f"#{name}").scroll_into_view_if_needed()
    return chart(page, name)


def slide(figure: Locator, **values: float | Fraction) -> None:
    figure.evaluate(SLIDE, {name: float(value) for name, value in values.items()})


def reads(figure: Locator, lines: list[str]) -> None:
    """Wait until the title of a chart is this, or fail with what it is."""
    expect(figure.locator("svg.marks .role-title text tspan")).to_have_text(lines)


def tables(figure: Locator) -> list[Rows]:
    """Open the data of a figure: the tables, each with its titles first."""
    figure.locator(".chart-data").evaluate("details => { details.open = true; }")
    figure.locator(".chart-data table").first.wait_for()
    read = "tables => tables.map(table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent)))"
    return figure.locator(".chart-data table").evaluate_all(read)
