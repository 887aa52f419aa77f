"""Repairs to the boxes of sphinx-exercise and sphinx-proof."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_exercise.nodes import solution_node
from sphinx_proof.nodes import proof_node

BEGINS = "Proof."  # sphinx-proof writes it into the first paragraph, as plain text
REPEATED = {"exercise-content", "solution-content", "proof-content", "proof"}  # ids that every box of a page gets


class TidyBoxes(SphinxPostTransform):
    """Make a solution's title plain text, for a click on a link in it breaks the toggle; drop ids that repeat; make "Proof." bold."""

    default_priority = 30  # after sphinx-exercise has written the titles

    def run(self, **options: object) -> None:
        for solution in self.document.findall(solution_node):
            title = solution.children[0]
            title.children = [nodes.Text(title.astext())]
        for proof in self.document.findall(proof_node):
            text = next(proof.findall(nodes.Text))
            if text.startswith(BEGINS):
                text.parent.replace(text, [nodes.strong(text=BEGINS), nodes.Text(text.removeprefix(BEGINS))])
        for element in self.document.findall(nodes.Element):
            element["ids"] = [name for name in element["ids"] if name not in REPEATED]


def setup(app: Sphinx) -> None:
    app.add_post_transform(TidyBoxes)
