"""axe-core, and how to run it: evaluate AXE in a page, then COMPLAINTS with the rules, or WITHIN on one element."""

from pathlib import Path

# Two thirds of axe's time go into the contrast of each text. It follows from the text's own style and from what its ancestors put
# behind it: where a text with the same styles, from the root on, has passed, the next one passes, too.
ONCE = """
(() => {
  const contrast = axe._audit.checks["color-contrast"], { evaluate } = contrast, passed = new Set();
  const behind = (box) => {
    if (!box) return "";
    if (!axe.behind.has(box)) {
      const { backgroundColor, backgroundImage, filter, mixBlendMode, opacity, position, zIndex } = getComputedStyle(box);
      const own = [backgroundColor, backgroundImage, filter, mixBlendMode, opacity, position, zIndex].join();
      axe.behind.set(box, `${behind(box.parentElement)}/${own}`);
    }
    return axe.behind.get(box);
  };
  contrast.evaluate = function (text, ...rest) {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(text);
    const kind = [color, fontSize, fontWeight, textShadow, behind(text)].join();
    if (passed.has(kind)) return true;
    const found = evaluate.call(this, text, ...rest);
    if (found === true) passed.add(kind);
    return found;
  };
})()"""
AXE = (Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8") + ONCE
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Things are named by their markup: to find a selector for each would take axe half its time. Stylesheets are loaded anew for an
# experimental rule only, which is none of these.
# One exception: axe does not count a formula as text, but screen readers do, so a table's header may be one.
WITHIN = """async (element, runOnly) => {
  axe.behind = new WeakMap();  // since it was asked before, styles may have changed
  const options = { runOnly, resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] }, elementRef: true };
  return (await axe.run(element, options)).violations.flatMap((rule) => rule.nodes
    .filter((node) => rule.id !== "empty-table-header" || !node.element.querySelector("mjx-assistive-mml math"))
    .map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`));
}"""
COMPLAINTS = f"(runOnly) => ({WITHIN})(document, runOnly)"
