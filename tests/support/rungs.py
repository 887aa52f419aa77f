"""Programs for the ladder of the chapter on CFR: right ones in two styles, and mistakes."""

from written_here import CFR

# Everything before the first rung, and after the second.
GIVEN, AVERAGE = CFR[: CFR.index("def counterfactual_reach")], CFR[CFR.index("def step") :]

# With floats, tuples, the last action first, and lists in the place of triples.
OTHER = (
    GIVEN
    + """
def counterfactual_reach(reach, i):
    w = 1.0
    for j, share in enumerate(reach):
        if j != i:
            w *= float(share)
    return w


def walk(game, h, reach, sigma, found):
    if game.is_terminal(h):
        return tuple(float(u) for u in game.utilities(h))
    chance = game.is_chance(h)
    i = game.players if chance else game.player(h)
    row = game.chance(h) if chance else sigma[game.infoset(h)]
    after = {}
    for a in reversed(list(row)):
        down = tuple(share * (float(row[a]) if j == i else 1) for j, share in enumerate(reach))
        after[a] = walk(game, h + a, down, sigma, found)
    u = tuple(sum(float(row[a]) * after[a][j] for a in row) for j in range(game.players))
    if not chance:
        found.insert(0, [game.infoset(h), float(reach[i]), {a: counterfactual_reach(reach, i) * (after[a][i] - u[i]) for a in row}])
    return u
"""
    + AVERAGE.replace("[1] * (game.players + 1)", "(1,) * (game.players + 1)")
)
STYLES = {"chapter": CFR, "other": OTHER}

_ALL = "prod(reach[:i] + reach[i + 1:])"
_DOWN = "        down = list(reach)\n        down[i] *= p\n"
_SUM = "sum((p * after[a][j] for a, p in row.items()))"
_REACH = "counterfactual_reach"
_WEIGHT = "        w = counterfactual_reach(reach, i)\n"
_REGRET = "(after[a][i] - u[i])"
_FOUND = "        found.append((I, reach[i], r))\n"
_SKIP = "        if p == 0:\n            after[a] = [0] * game.players\n            continue\n"
_SHARES = "return {I: {a: x / iterations for a, x in row.items()}"
APPEND = "Append one triple at each history where a player moves"
# Mistakes in the chapter's program: the text that is replaced, what by, the rung, and what is said of it.
MISTAKES = {
    "own share included": (_ALL, "prod(reach)", _REACH, "Your product has the player's own share in it"),
    "chance left out": ("reach[i + 1:]", "reach[i + 1:-1]", _REACH, "Chance is left out"),
    "only chance": (_ALL, "reach[-1]", _REACH, "This is chance's share alone"),
    "own share alone": (_ALL, "reach[i]", _REACH, "This is the player's own share"),
    "shares added": (_ALL, _ALL.replace("prod", "sum"), _REACH, "Your shares are added"),
    "player before alone": (_ALL, "reach[(i - 1) % (len(reach) - 1)] * reach[-1]", _REACH, "Of the players, only the one before counts"),
    "list changed": (f"return {_ALL}", "reach.pop(i)\n    return prod(reach)", _REACH, "It changes the list"),
    "equal shares skipped": (_ALL, "prod(share for share in reach if share != reach[i])", _REACH, "This is not the product of all"),
    "no number": (_ALL, "[reach[i]]", _REACH, "It returned [Fraction(1, 2)]: return one number."),
    "own reach in the weight": (_WEIGHT, "        w = prod(reach)\n", "walk", "Own reach in the regret."),
    "own reach as the weight": (_WEIGHT, "        w = reach[i]\n", "walk", "Own reach in the regret."),
    "chance not in the weight": (_WEIGHT, "        w = prod(reach[:i] + reach[i + 1:-1])\n", "walk", "Chance forgotten."),
    "chance not multiplied": (_DOWN, _DOWN.replace("*= p", "*= 1 if i == game.players else p"), "walk", "Chance forgotten."),
    "no weight": (_WEIGHT, "        w = 1\n", "walk", "No weight."),
    "reach overwritten": (_DOWN, _DOWN.replace("*=", "="), "walk", "Reach overwritten."),
    "own reach overwritten": (_DOWN, _DOWN.replace("*= p", "= down[i] * p if i == game.players else p"), "walk", "Reach overwritten."),
    "one list": (_DOWN, _DOWN.replace("list(reach)", "reach"), "walk", "One list for all actions."),
    "reach unchanged": (_DOWN, "        down = list(reach)\n", "walk", "Reach unchanged."),
    "player 1's utility": (_REGRET, "(after[a][0] - u[0])", "walk", "Another player's utility."),
    "the other's utility": (_REGRET, "(after[a][i - 1] - u[i - 1])", "walk", "Another player's utility."),
    "sign": (_REGRET, "(u[i] - after[a][i])", "walk", "Regret with the wrong sign."),
    "value for regret": (_REGRET, "after[a][i]", "walk", "Value for regret."),
    "plain mean": (_SUM, "sum(after[a][j] for a in row) / Fraction(len(row))", "walk", "Value without the strategy."),
    "plain sum": (_SUM, "sum(after[a][j] for a in row)", "walk", "Value without the strategy."),
    "others' reach reported": (_FOUND, _FOUND.replace("reach[i]", "w"), "walk", "The others' reach for the own."),
    "reach of all reported": (_FOUND, _FOUND.replace("reach[i]", "prod(reach)"), "walk", "The reach of all for the own."),
    "unplayed not walked": (_DOWN, _SKIP + _DOWN, "walk", APPEND),
    "nothing appended": (_FOUND, "        found = [*found, (I, reach[i], r)]\n", "walk", APPEND),
    "twice": (_FOUND, _FOUND * 2, "walk", f"{APPEND}, even if its probability is 0. In the corridor, with even play, the number"),
    "history for information set": (_FOUND, _FOUND.replace("(I,", "(h,"), "walk", "In the corridor, with even play, it appended ('ba', "),
    "no triple": (_FOUND, "        found.append(r)\n", "walk", "In the corridor, with even play, it appended {'a': "),
    "one utility": ("return u\n", "return u if h else u[0]\n", "walk", "it returned Fraction(-17, 8). At every history, return u"),
    "number returned": ("return u\n", "return u[0]\n", "walk", "this happened. At every history, return u(sigma, h), a list"),
    "half": (_WEIGHT, _WEIGHT.replace("\n", " / 2\n"), "walk", "Not right yet. In the corridor, with even play, the regret"),
    "current for average": ("for I, row in C.items()", "for I, row in R.items()", "average", "- current for average:"),
    "average without reach": ("+= own[I] * p", "+= p", "average", "- average without reach:"),
    "divided by the iterations": ("return {I: match(row)", _SHARES, "average", "it returned a row that does not sum to 1"),
}


def with_mistake(name: str) -> str:
    old, new, _, _ = MISTAKES[name]
    assert CFR.count(old) == 1, name
    return CFR.replace(old, new)
