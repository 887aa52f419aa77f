"""axe-core, and what it is asked: evaluate AXE in a page, then COMPLAINTS with the rules."""

from pathlib import Path

AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Things are named by their markup: to find a selector for each would take axe half its time. Stylesheets are loaded anew for an
# experimental rule only, which is none of these.
# One exception: axe does not count a formula as text, but screen readers do, so a table's header may be one.
COMPLAINTS = """async (runOnly) => (await axe.run(document,
    { runOnly, resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] }, elementRef: true }))
  .violations.flatMap((rule) => rule.nodes
    .filter((node) => rule.id !== "empty-table-header" || !node.element.querySelector("mjx-assistive-mml math"))
    .map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`))"""
