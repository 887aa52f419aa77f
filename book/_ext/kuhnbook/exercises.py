"""Repairs to sphinx-exercise's HTML."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, solution_node


class TidyExercises(SphinxPostTransform):
    """Make a solution's title plain text, for a click on a link in it breaks the toggle; drop ids that repeat on the page."""

    default_priority = 30  # after sphinx-exercise has written the titles

    def run(self, **options: object) -> None:
        for solution in self.document.findall(solution_node):
            title = solution.children[0]
            title.children = [nodes.Text(title.astext())]
        for box in (exercise_node, exercise_enumerable_node, solution_node):
            for content in (child for node in self.document.findall(box) for child in node.findall(nodes.section)):
                content["ids"] = []


def setup(app: Sphinx) -> None:
    app.add_post_transform(TidyExercises)
