"""axe-core, and what it is asked: evaluate AXE in a page once, then COMPLAINTS with the rules."""

from pathlib import Path

AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}  # nothing else changes with the scheme
# One exception: axe does not count a formula as text, but screen readers do, so a table's header may be one.
COMPLAINTS = """async (rules) => (await axe.run(document, { runOnly: rules, resultTypes: ["violations"], elementRef: true }))
  .violations.flatMap((rule) => rule.nodes
    .filter((node) => rule.id !== "empty-table-header" || !node.element.querySelector("mjx-assistive-mml math"))
    .map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`))"""
