"""The mutation operators: the informative ones of Cosmic Ray, and four of our own."""

from collections.abc import Iterator
from typing import Any

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from parso.python.tree import Keyword

# Each sign is replaced by its opposite, comparisons also by their neighbours; eleven replacements for each + would add no information.
BINARY = ["Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Mul", "Mod_Mul", "Pow_Mul", "BitAnd_BitOr"]
COMPARISON = [
    *("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt"),
    *("Eq_NotEq", "Eq_GtE", "Eq_LtE", "NotEq_Eq", "NotEq_Gt", "NotEq_Lt", "Is_IsNot", "IsNot_Is"),
]
NAMES = [
    *(f"ReplaceBinaryOperator_{change}" for change in BINARY),
    *(f"ReplaceComparisonOperator_{change}" for change in COMPARISON),
    *("ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub", "NumberReplacer", "AddNot"),
    *("ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop"),
]


class Own(Operator):
    """Base class of our own operators."""

    @classmethod
    def examples(cls):
        return ()


class Word(Own):
    """Replace a word of the source by another."""

    def __init__(self, kind: str, words: dict[str, tuple[str, ...]]) -> None:
        self.kind = kind
        self.words = words

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        if node.type == self.kind:
            yield from ((node.start_pos, node.end_pos) for _ in self.words.get(node.value, ()))

    def mutate(self, node: Any, index: int) -> Any:
        node.value = self.words[node.value][index]
        return node


class Omission(Own):
    """Remove a call, or an assignment to an entry or an attribute; most code would not run without an assignment to a variable."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        if node.type == "simple_stmt":
            statement = node.children[0]
            stored = statement.type == "expr_stmt" and statement.children[0].type == "atom_expr"
            if stored or statement.type == "atom_expr":
                yield statement.start_pos, statement.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        statement = node.children[0]
        node.children[0] = Keyword("pass", statement.start_pos, prefix=statement.get_first_leaf().prefix)
        return node


class Sensible(Own):
    """Skip uninformative mutants: the bare star of a signature, the ``in`` of a loop, and ``strict=True``, which compares lengths again."""

    def __init__(self, operator: Operator) -> None:
        self.operator = operator

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        code, within = getattr(node, "value", ""), node.parent
        star, loop = code == "*" and within.type == "parameters", code == "in" and within.type != "comparison"
        if not (star or loop or (code == "True" and within.get_code().strip() == "strict=True")):
            yield from self.operator.mutation_positions(node)

    def mutate(self, node: Any, index: int) -> Any:
        return self.operator.mutate(node, index)


OWN = [
    Word("operator", {"+=": ("-=", "="), "-=": ("+=", "="), "*=": ("/=", "="), ">>=": ("<<=",)}),  # not in Cosmic Ray
    Word("name", {"max": ("min",), "min": ("max",), "maximum": ("minimum",), "any": ("all",), "all": ("any",)}),
    Word("keyword", {"in": ("not in",), "True": ("False",)}),
    Omission(),
]


def mutated(source: str) -> Iterator[str]:
    """Yield the source with one mutation, for each possible mutation."""
    nodes = list(ast_nodes(get_ast(source)))
    for operator in map(Sensible, [*(plugins.get_operator(f"core/{name}")() for name in NAMES), *OWN]):
        for occurrence in range(sum(len(list(operator.mutation_positions(node))) for node in nodes)):
            yield mutate_code(source, operator, occurrence)
