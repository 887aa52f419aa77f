"""A CFR as a student writes it, in plain dicts, from the definitions in the chapter; tests put a wrong line in place of a right one."""


def positive(regret):
    return {action: max(r, 0) for action, r in regret.items()}


def matched(regret):
    kept = positive(regret)
    total = sum(kept.values())
    return {action: k / total if total > 0 else 1 / len(kept) for action, k in kept.items()}


def iterate(game, regrets, sums):
    sigma, new, own = {}, {}, {}

    def walk(history, reach, chance):
        if game.is_terminal(history):
            return [float(u) for u in game.utilities(history)]
        value = [0.0] * game.players
        if game.is_chance(history):
            for action, p in game.chance(history).items():
                below = walk(history + action, reach, chance * float(p))
                value = [v + float(p) * b for v, b in zip(value, below, strict=True)]
            return value
        player, key = game.player(history), game.infoset(history)
        if key not in sigma:
            for table in (regrets, sums):
                table.setdefault(key, dict.fromkeys(game.actions(history), 0.0))
            sigma[key] = matched(regrets[key])
        won = {}
        for action, p in sigma[key].items():
            further = list(reach)
            further[player] *= p
            below = walk(history + action, further, chance)
            won[action] = below[player]
            value = [v + p * b for v, b in zip(value, below, strict=True)]
        weight = chance
        for other in range(game.players):
            weight *= reach[other] if other != player else 1.0
        found = new.setdefault(key, dict.fromkeys(won, 0.0))
        for action in won:
            found[action] += weight * (won[action] - value[player])
        own[key] = reach[player]
        return value

    walk("", [1.0] * game.players, 1.0)
    for key, row in sigma.items():
        for action, p in row.items():
            regrets[key][action] += new[key][action]
            sums[key][action] += own[key] * p


def solve(game, iterations):
    regrets, sums = {}, {}
    for _ in range(iterations):
        iterate(game, regrets, sums)
    return {key: {action: s / sum(row.values()) for action, s in row.items()} for key, row in sums.items()}
