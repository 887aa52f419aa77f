"""Explain a solver's answers on the small games: a list of checks, each a verdict or None, of which the first verdict counts."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from kuhncfr.diagnosis import payoffs, sampling_mistakes, table
from kuhncfr.diagnosis.answers import (
    TOLERANCE,
    Answer,
    Ask,
    Failure,
    FatalFailure,
    OutOfTime,
    close,
    profile_of,
    uniform,
    uniform_players,
)
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import ALL, GAMES, PLAIN, THREE_ACTIONS, UNTESTED
from kuhncfr.diagnosis.known_mistakes import EXPLORES, LEFT_OUT, MISTAKES, SIZE, STATE, UNWEIGHTED
from kuhncfr.diagnosis.long_run import LONGER, NEAR_ZERO, SAMPLED, WHOLE, LongRun, largest
from kuhncfr.diagnosis.program import Program
from kuhncfr.evaluate import nash_conv

SMALLEST = 3  # so many games, the first and smallest, are enough for a look at many iterations
FAR = 450, 500  # iterations between which a program that does not stop still moves
SAME_NAMES = "one-bet", "stacked deck"  # two games with equal information sets
GIVEN = " Does it use the game that it is given? Kuhn poker is recognized if its cards are J, Q and K, and its actions p and b."
CURRENT = " After one iteration no player's strategy is uniform: does it return the current strategy in place of the average?"
NO_ROW = "returned no row"
UNLISTED = "; its exploitability is still falling, so it may be an unlisted variant"
UNWEIGHED = (
    " Is each action of chance drawn with its probability, every action explored, each regret multiplied by the reach of the others and "
    "divided by the probability of its sample, and each strategy weighted in the average? Does each call begin with empty sums?"
)
IN_FURTHER = (
    "where chance moves after a player. Is a value there weighted by the probabilities of chance?",
    "in three-player Kuhn poker. Is a regret there weighted by the reach of both other players?",
)


def diagnose_solver(ask: Ask, games: Sequence[str]) -> Diagnosis:
    """Find the variant of CFR that a program is, or the mistake that it makes."""
    program = Program(ask, games)
    try:
        return next(verdict for check in CHECKS if (verdict := check(program)) is not None)
    except Failure as failure:
        summary = f"It answers, but for many iterations it {failure}."
        undecided = isinstance(failure, OutOfTime) and program.samples  # only long runs can judge a program that samples
        return program.verdict(None if undecided else False, summary, first_difference=program.first_difference)


def no_solver(program: Program) -> Diagnosis | None:
    """Run the program. One that fails on all games, or cannot be called again, is no solver."""
    for game in program.games:
        try:
            program.averages |= {(game, t): answer for t, answer in [(t, program.answer(game, t)) for t in table.ITERATES]}
        except FatalFailure as failure:
            return Diagnosis(False, f"This is not a solver: it {failure}.")
        except Failure as failure:
            if failure.mistake is not None:
                return program.verdict(False, f"On the game {game!r} it {failure}.", "its keys", mistakes=(MISTAKES[failure.mistake],))
            program.failures[game] = str(failure)
    if program.failures and set(program.played) <= {"classic"}:  # it may play Kuhn poker with an ante and a bet of 1 whatever the game is
        with suppress(Failure):
            program.averages = {(PLAIN, t): program.answer(PLAIN, t) for t in table.ITERATES}
            program.games = (PLAIN,)
            program.failures = {game: what for game, what in program.failures.items() if not what.startswith(NO_ROW)}
    if program.averages:
        return None
    game, what = min(program.failures.items(), key=lambda failed: failed[1].startswith(NO_ROW))  # it may play another game
    return program.verdict(False, f"This is not a solver: on the game {game!r} it {what}.", "")


def unchanging(program: Program) -> Diagnosis | None:
    """Recognize a program that ignores the number of iterations."""
    first = {game: program.averages[game, 1] for game in program.played}
    if any(not close(program.averages[game, t], first[game]) for game in first for t in table.ITERATES):
        return None
    if all(close(average, uniform(game)) for game, average in first.items()):
        if _begins_late(program):
            return None
        if one := _matching_sizes(program):
            summary = f"These are the numbers of {one} with a mistake."
            evidence = f"{program.evidence}, and the first 3 of a game with three actions"
            return program.verdict(False, summary, evidence, variant=str(one), mistakes=(MISTAKES[SIZE],))
        summary = (
            "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy. Is the value of a "
            "decision the mean of its actions' values, not the largest, and does a positive regret change the next strategy?"
        )
    elif all(nash_conv(ALL[game], profile_of(game, average)) < 0.01 for game, average in first.items()):
        summary = (
            "It returns an equilibrium, whatever the number of iterations. CFR begins with the uniform strategy and converges step by "
            "step. Is this a closed form, a linear program, or a long run?"
        )
    else:
        summary = "It returns the same strategy whatever the number of iterations. Does it pass `iterations` on?"
    return program.verdict(False, summary)


def _begins_late(program: Program) -> bool:
    """Whether the first averages are uniform, and later ones are not."""
    game = program.played[0]
    with suppress(FatalFailure):
        return close(program.averages[game, 5], uniform(game)) and not close(program.answer_soon(game, FAR[1]), uniform(game))
    return False


def _matching_sizes(program: Program) -> table.Known | None:
    """Return the program that uses sizes of regrets as this one does, which shows only where there are more than two actions."""
    try:
        found = table.weighted_sum([program.answer(THREE_ACTIONS, t) for t in table.ITERATES[:3]])
    except Failure:
        return None
    return next(
        (table.right()[of] for of, known in table.stored()["sizes"] if abs(found - known / 10**table.DIGITS) < 10 * TOLERANCE), None
    )


def right_or_known(program: Program) -> Diagnosis | None:
    """Recognize a program whose first averages are stored, and look at further games and after many iterations if they are right."""
    fitting = [] if program.varies else program.known(program.averages)
    if not fitting:
        return None
    one = fitting[0]
    if (one.doubted or not one.mistake) and (elsewhere := _wrong_elsewhere(program, one)):
        return elsewhere
    made = [each.mistake for each in fitting if (each.variant, each.turns) == (one.variant, one.turns)]
    mistakes = tuple(MISTAKES[name] for name in dict.fromkeys((*made, one.doubted)) if name)
    unseen = [] if one.mistake else _unseen(program, one)
    if one.mistake and not one.doubted:
        summary = f"These are the numbers of {one} with {'a mistake' if len(mistakes) == 1 else 'one of these mistakes'}."
    elif program.alone:
        meant = ", if that is what you meant" if one.doubted else ""
        summary = f"Right on Kuhn poker{meant}: this is {one}. Not tested: {UNTESTED}."
    elif unseen:
        summary = f"On these games this is {one}, but they do not show {', '.join(unseen)}. Run it on all games."
    elif program.broken:
        summary = f"On the games that it can play, this is {one}."
    elif program.failures:
        summary = f"Right for two players: this is {one}."
    elif one.doubted:
        summary = f"Right, if that is what you meant: this is {one}."
    else:
        summary = f"Right: this is {one}."
    correct = not unseen and (bool(one.doubted) or not one.mistake) and program.right
    same = [each for each in table.right() if (each.variant, each.turns) == (one.variant, one.turns)]
    difference = program.difference_from(same) if one.mistake else None
    return program.verdict(correct, summary, variant=str(one), mistakes=mistakes, first_difference=difference)


def right_under_other_rules(program: Program) -> Diagnosis | None:
    """Recognize CFR in a program that plays nothing but Kuhn poker, and by rules of its own, which are wrong."""
    if not program.alone or program.samples or not (found := table.under_other_rules(program.averages)):
        return None
    name, what, one = found
    summary = f"These are the numbers of {one}, but in a game other than Kuhn poker: {what}."
    return program.verdict(False, summary, variant=str(one), mistakes=(MISTAKES[name],))


def _unseen(program: Program, one: table.Known) -> list[str]:
    """Return the mistakes that make no difference on these games, if they are not all games."""
    if program.alone or len(program.games) == len(GAMES):
        return []
    meaningless = frozenset.intersection(*map(table.idle, program.games))
    fitting = [each for each in table.wrong_like(program.averages, program.tolerance) if each.mistake not in meaningless]
    return list(dict.fromkeys(each.mistake for each in fitting if (each.variant, each.turns) == (one.variant, one.turns)))


def _wrong_elsewhere(program: Program, one: table.Known) -> Diagnosis | None:
    """Return the verdict on a program that is correct at first, but not after many iterations, or not on further games."""
    for game, where in zip(table.FURTHER, IN_FURTHER, strict=True):
        try:
            found = program.answer(game, table.FURTHER_ITERATIONS)
        except Failure:
            continue  # a program need not play these games
        if abs(table.weighted_sum([found]) - one.much_later[game]) > table.ROUGHLY:
            summary = f"These are the numbers of {one}, but not {where}"
            return program.verdict(False, summary, f"{program.evidence}, and {table.FURTHER_ITERATIONS} of another", variant=str(one))
    if wrong := _wrong_later(program, one):  # last: a slow program is ended by it, and answers no more
        runs = LongRun(program.gain, program.played, WHOLE)
        asked = f"{UNLISTED}." if runs.converges else ". Does it stop early, or make a mistake that shows late?"
        summary = f"These are the numbers of {one} at first; {wrong}{asked}"
        return program.verdict(False, summary, f"{program.evidence}; {runs}", variant=str(one))
    return None


def _wrong_later(program: Program, one: table.Known) -> str | None:
    """Return what is wrong after many iterations with a program that was correct at first.

    A program that does not answer soon, as in exact fractions, is not charged. In the far look only one that has stopped is: by then
    rounding may have moved two correct programs apart. Rounded digits may be equal though the program has not stopped.
    """
    with suppress(FatalFailure):
        for game in program.played[:SMALLEST]:
            if abs(table.weighted_sum([program.answer_soon(game, table.MUCH_LATER)]) - one.much_later[game]) > table.ROUGHLY:
                return f"after {table.MUCH_LATER} iterations they are not"
        game = "coin" if "coin" in program.played else program.played[0]  # the smallest, if it plays that
        before, after = (program.answer_soon(game, t) for t in FAR)
        if before == after and program.tolerance == TOLERANCE:
            return f"after {FAR[0]} and {FAR[1]} iterations it returns the same ones"
    return None


def ignores_the_game(program: Program) -> Diagnosis | None:
    """Recognize a program that plays the same game whatever it is given: it fails on others, and has equal numbers on these two."""
    if not program.broken or not {*SAME_NAMES} <= {*program.played} or program.samples:
        return None
    one, other = ([program.averages[game, t] for t in table.ITERATES] for game in SAME_NAMES)
    if not all(map(close, one, other)):
        return None
    same = " and ".join(map(repr, SAME_NAMES))
    summary = f"Unknown: it has the same numbers for the games {same}, whose deals have different probabilities."
    return program.verdict(False, summary + GIVEN)


def keeps_state(program: Program) -> Diagnosis | None:
    """Recognize a program that begins where the last call ended.

    The first strategy is uniform. So the average of one iteration is uniform at least for the player who is updated last. Of a program that
    was called before, the average of one iteration is near an equilibrium at last.
    """
    game = program.played[0]
    if not program.samples:
        return None
    before = uniform_players(game, program.averages[game, 1])
    if before and not before & uniform_players(game, program.answer(game, 1)):
        summary = "It does not begin anew: in a second call for one iteration, no player's strategy is uniform."
    elif not before and program.answer(game, SAMPLED[1]) and program.gain(game, 1) < NEAR_ZERO * largest(game):
        summary = f"It does not begin anew: in a call for one iteration, after one for {SAMPLED[1]}, it is near an equilibrium."
    else:
        return None
    return program.verdict(False, summary, f"{program.evidence}, asked twice", mistakes=(MISTAKES[STATE],))


def mistaken_sampling(program: Program) -> Diagnosis | None:
    """Recognize mistakes in the weights of what is drawn."""
    if not program.samples:
        return None
    if program.varies and "coin" in program.played and (name := sampling_mistakes.mistake_of_chance_sampling(program.answer)):
        summary = "These are the numbers of CFR with chance drawn at random, and with a mistake."
        return program.verdict(False, summary, mistakes=(MISTAKES[name],))
    name = sampling_mistakes.mistake_of_external_sampling(program.answer)
    if name == sampling_mistakes.UNKNOWN:
        summary = (
            "Unknown: its regrets are those of external sampling, but its average is not. Each strategy enters it with weight 1 where "
            "another player learns: the draws already weight it by its reach."
        )
        return program.verdict(False, summary, sampling_mistakes.EVIDENCE)
    if name:
        summary = "These are the numbers of CFR with chance, and perhaps the others, drawn at random, and with a mistake."
        return program.verdict(False, summary, sampling_mistakes.EVIDENCE, mistakes=(MISTAKES[name],))
    if name is None and program.varies and "twice" in program.played and sampling_mistakes.averages_without_weights(program.answer):
        summary = "It draws the learner's actions, too, and does not weight its average for that."
        return program.verdict(False, summary, "20 runs of 2 iterations of the game 'twice'", mistakes=(MISTAKES[UNWEIGHTED],))
    return None


def averages_late(program: Program) -> Diagnosis | None:
    """Recognize a program that converges, but leaves early iterations out of its average."""
    found = [average for (game, _), average in program.averages.items() if game == "one-bet"]
    plain = [one for one in table.right() if one.variant in ("CFR", table.FLOORED)]
    same = [one for one in plain if found and all(map(_near, found, _second_halves(one.iterates["one-bet"])))]
    if program.samples or not (same or _begins_late(program)):
        return None
    runs = LongRun(program.gain, program.played, WHOLE)
    left = f"it is {same[0]}, and averages the second half of the iterations" if same else "its average leaves out the first iterations"
    summary = f"Right, if that is what you meant, as far as long runs show: {left}."
    return program.verdict(program.right, summary, f"{program.evidence}; {runs}") if runs.converges else None


def _second_halves(averages: Sequence[Answer]) -> list[Answer]:
    """Return the plain averages of the second half of the iterations, in a game in which every own reach is 1."""
    sums = [tuple(t * p for p in average) for t, average in enumerate((averages[0], *averages))]
    return [tuple((p - q) / (t - t // 2) for p, q in zip(sums[t], sums[t // 2], strict=True)) for t in table.ITERATES]


def _near(one: Answer, other: Answer) -> bool:
    return close(one, other, 1e-5)  # they come from rounded numbers


def explores(program: Program) -> Diagnosis | None:
    """Recognize a program in which every action keeps a share, the same in two games: elsewhere that of a wrong action falls to 0."""
    if program.samples or len(program.played) < 2:
        return None
    with suppress(Failure):
        half, end = ([min(program.answer_soon(game, t)) for game in program.played[:SMALLEST]] for t in (FAR[1] // 2, FAR[1]))
        (before, least), (_, other) = sorted(zip(half, end, strict=True), key=lambda pair: pair[1])[:2]
        if 0.4 > least > max(1e-3, 0.8 * before, 0.95 * other):  # at 0.5 nothing is learnt
            summary = f"Every action keeps a probability of about {least:.2g}, however many iterations there are."
            return program.verdict(False, summary, mistakes=(MISTAKES[EXPLORES],))
    return None


def left_out(program: Program) -> Diagnosis | None:
    """Recognize a program in which a player does not learn."""
    t = SAMPLED[1] if program.samples else table.ITERATES[-1]
    still = [uniform_players(game, program.answer(game, t)) for game in program.played[:SMALLEST]]
    if not all(0 < len(players) < ALL[game].players for game, players in zip(program.played, still, strict=False)):
        return None
    summary = f"The strategy of player {min(still[0]) + 1} never changes."
    return program.verdict(False, summary, f"the averages after {t} iterations", mistakes=(MISTAKES[LEFT_OUT],))


def right_for_two_players(program: Program) -> Diagnosis | None:
    """Recognize a program that has the numbers of a stored one on the games of two players, and only there."""
    if not program.samples:  # before the long run, in which it may fail
        program.first_difference = program.difference_from(table.right())
    averages = {place: found for place, found in program.averages.items() if ALL[place[0]].players == 2}
    if program.samples or not 0 < len(averages) < len(program.averages) or not (fitting := program.known(averages)):
        return None
    one = fitting[0]
    made = f"{one}{' with a mistake' if one.mistake else ''}"
    summary = f"With two players these are the numbers of {made}; with three players they are not."
    mistakes = (MISTAKES[one.mistake],) if one.mistake else ()
    return program.verdict(False, summary, variant=made, mistakes=mistakes, first_difference=program.first_difference)


def judged_by_long_runs(program: Program) -> Diagnosis:
    """Judge a program by long runs: the only test of one that samples."""
    lengths = SAMPLED if program.samples else WHOLE
    runs = LongRun(program.gain, program.played, lengths)
    evidence = f"{program.evidence}; {runs}"
    if runs.converges and program.samples:
        where = "Right" + (" on Kuhn poker" if program.alone else " on the games that it can play" if program.broken else "")
        summary = f"{where}, as far as long runs show: it samples, and its averages converge to equilibria."
        summary += f" Not tested: {UNTESTED}." if program.alone else ""
        return program.verdict(program.right, summary, evidence, variant="CFR that samples")
    doubt = ""
    if program.alone and not runs.converges:  # several runs, since one that samples may come near another game by chance
        doubt = payoffs.doubt(program.answer(PLAIN, factor * lengths[-1]) for factor in LONGER)
    if program.samples:
        game = program.played[-1]  # usually poker, in which one deal visits each information set once
        asked = f"{doubt}{UNWEIGHED}{GIVEN * program.broken}" if uniform_players(game, program.averages[game, 1]) else CURRENT
        summary = f"Unknown: it samples, and its averages do not converge to equilibria.{asked}"
        return program.verdict(False, summary, evidence)
    near = UNLISTED * runs.converges
    summary = f"Unknown: these are the numbers of no variant of CFR and of no known mistake{near}."
    summary += doubt + " Are all six deals equally likely?" if doubt else program.agreement
    return program.verdict(False, summary, evidence, first_difference=program.first_difference)


CHECKS: tuple[Callable[[Program], Diagnosis | None], ...] = (
    no_solver,
    unchanging,
    right_or_known,
    right_under_other_rules,
    ignores_the_game,
    keeps_state,
    mistaken_sampling,
    right_for_two_players,
    averages_late,
    left_out,
    explores,
    judged_by_long_runs,
)
