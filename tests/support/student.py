"""A CFR as a student writes it, in plain dicts, from the definitions in the chapter; each line is there to be spoiled by a test."""


def positive(regret):
    return {action: max(r, 0) for action, r in regret.items()}


def matched(regret):
    kept = positive(regret)
    total = sum(kept.values())
    return {action: k / total if total > 0 else 1 / len(kept) for action, k in kept.items()}


def solve(game, iterations):
    regrets, sums = {}, {}
    for _ in range(iterations):
        sigma, new, own = {}, {}, {}

        def strategy(key, actions):
            if key not in sigma:
                sigma[key] = matched(regrets.setdefault(key, dict.fromkeys(actions, 0.0)))
                sums.setdefault(key, dict.fromkeys(actions, 0.0))
            return sigma[key]

        def walk(history, reach, chance):
            if game.is_terminal(history):
                return [float(u) for u in game.utilities(history)]
            value = [0.0] * game.players
            if game.is_chance(history):
                for action, p in game.chance(history).items():
                    below = walk(history + action, reach, chance * float(p))
                    value = [v + float(p) * b for v, b in zip(value, below)]
                return value
            player, key = game.player(history), game.infoset(history)
            row, won = strategy(key, game.actions(history)), {}
            for action, p in row.items():
                further = list(reach)
                further[player] *= p
                below = walk(history + action, further, chance)
                won[action] = below[player]
                value = [v + p * b for v, b in zip(value, below)]
            weight = chance
            for other in range(game.players):
                weight *= reach[other] if other != player else 1.0
            for action in row:
                found = new.setdefault(key, dict.fromkeys(row, 0.0))
                found[action] += weight * (won[action] - value[player])
            own[key] = reach[player]
            return value

        walk("", [1.0] * game.players, 1.0)
        for key, row in sigma.items():
            for action, p in row.items():
                regrets[key][action] += new[key][action]
                sums[key][action] += own[key] * p
    return {key: {action: s / sum(row.values()) for action, s in row.items()} for key, row in sums.items()}
