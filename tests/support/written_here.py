"""Programs for the boxes in which readers write Python: the solutions of the book, and mistakes in them."""

import nbformat
from built import ROOT

from kuhnbook.in_page.excerpt import excerpt

# The solution of the chapter on regret matching needs NumPy; this one does without.
LEARNERS = """
from itertools import product


def match(regret):
    positive = [max(r, 0) for r in regret]
    total = sum(positive)
    return [r / total if total else 1 / len(regret) for r in positive]


def learn_all(tables, opponents, rounds):
    # Each learner has a table, and a function that tells what it meets while all play these strategies.
    regrets, totals = ([[0] * len(table) for table in tables] for _ in range(2))
    for _ in range(rounds):
        sigmas = [match(regret) for regret in regrets]
        for i, table in enumerate(tables):
            values = [sum(u * p for u, p in zip(row, opponents[i](sigmas))) for row in table]
            mean = sum(p * v for p, v in zip(sigmas[i], values))
            regrets[i] = [r + v - mean for r, v in zip(regrets[i], values)]
            totals[i] = [s + p for s, p in zip(totals[i], sigmas[i])]
    return [[s / rounds for s in total] for total in totals]


def learn(payoffs, opponent, rounds):
    return learn_all([payoffs], [lambda sigmas: opponent], rounds)[0]


def learn_both(payoffs, rounds):
    tables = payoffs, [[-u for u in column] for column in zip(*payoffs)]
    return learn_all(tables, [lambda sigmas: sigmas[1], lambda sigmas: sigmas[0]], rounds)


def sign(x):
    return (x > 0) - (x < 0)


def blotto(soldiers, fields):
    placements = [p for p in product(range(soldiers + 1), repeat=fields) if sum(p) == soldiers]
    return placements, [[sign(sum(sign(a - b) for a, b in zip(p, q))) for q in placements] for p in placements]
"""
# Mistakes in it: the last strategies instead of the averages, and what one colonel loses as what the other wins.
LAST = f"""{LEARNERS}

def learn_both(payoffs, rounds, both=learn_both):
    now, before = both(payoffs, rounds), both(payoffs, max(rounds - 1, 1))
    return [[rounds * a - (rounds - 1) * b for a, b in zip(*rows)] for rows in zip(now, before)]
"""
LOSES = LEARNERS.replace("sign(sum(sign(a - b)", "-sign(sum(sign(a - b)")


def solution(chapter: str, label: str, *names: str) -> str:
    """Return the program of a solution, and what it uses of the chapter."""
    code, inside = [], False
    for cell in nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4).cells:
        if cell.source.startswith("```{solution-"):
            inside = cell.source.startswith(f"```{{solution-start}} {label}")
        elif cell.cell_type == "code":
            code.append(cell.source)
            if inside and "check_" in cell.source:  # what follows spoils it on purpose
                break
    return excerpt("\n".join(code), names)


CFR = solution("cfr", "ex-cfr-build", "counterfactual_reach", "walk", "average")
RIGHT = {
    "regret_matching": LEARNERS,
    "cfr": CFR,
    "three_players": f"{CFR}\nmy_cfr = average",
    "exploitability": solution("exploitability", "ex-expl-build", "my_exploitability"),
    "sampling": solution("sampling", "ex-smp-build", "external"),
    "last_strategy": solution("last_strategy", "ex-last-build", "step", "follow_table"),
    "exploiting": solution("exploiting", "ex-exploit-build", "bluff"),
    "subgames": solution("subgames", "ex-subgames-build", "bet_worth", "worst_gain", "solve_gadget"),
}
_PLUS = "plus = {a: max(r, 0) for a, r in regret.items()}"
# Some mistakes of the list, each made by other text in the program; the last may be meant.
MISTAKES = {
    "average without reach": ("C[I][a] += own[I] * p", "C[I][a] += p"),
    "own reach in the regret": ("reach[:i] + reach[i + 1:]", "reach"),
    "regrets floored by aliasing": (_PLUS, _PLUS.replace("plus = ", "plus = regret\n    plus.update(") + ")"),
}


def with_mistake(name: str) -> str:
    old, new = MISTAKES[name]
    assert CFR.count(old) == 1, name
    return CFR.replace(old, new)
