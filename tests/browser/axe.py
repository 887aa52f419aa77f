"""axe-core, and how to run it: evaluate AXE in a page, then COMPLAINTS; or ask for those of a part of the page, and of its colours."""

from pathlib import Path

from faint import faint
from playwright.sync_api import Locator
from visiting import Visit

AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# Things are named by their markup: to find a selector for each would take axe half its time. Stylesheets are loaded anew for an
# experimental rule only, which is none of these. Colours would take axe more than half its time: they are looked at in faint.py.
# One exception: axe does not count a formula as text, but screen readers do, so a table's header may be one.
WITHIN = """async (element) => {
  const runOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };
  const rules = { "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } };
  const options = { runOnly, rules, resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] }, elementRef: true };
  return (await axe.run(element, options)).violations.flatMap((rule) => rule.nodes
    .filter((node) => rule.id !== "empty-table-header" || !node.element.querySelector("mjx-assistive-mml math"))
    .map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`));
}"""
COMPLAINTS = f"() => ({WITHIN})(document)"


def complaints(visit: Visit, part: Locator) -> list[str]:
    """What axe says of a part of the page, and which of its texts are faint, dark and light."""
    visit.page.evaluate(AXE)
    found: list[str] = part.evaluate(WITHIN)
    for scheme in ("dark", "light"):
        visit.change_scheme(scheme)
        found += faint(part)
    return found
