"""Regret matching, which two assignments ask for: on a list of regrets, and on a dict."""

from typing import Any

import numpy as np

import kuhncfr as kc

from .comparison import CLOSE, formatted, probabilities
from .program import Complaint, Program


def matched(regrets: Any) -> Any:
    """Return the strategy for regrets in a dict or in a list."""
    if isinstance(regrets, dict):
        return dict(zip(regrets, matched(list(regrets.values())), strict=True))
    return kc.regret_matching(np.array(regrets, dtype=float)).tolist()


def compare_matching(program: Program, regrets: Any) -> None:
    """Raise a complaint unless the student's function returns the strategy for regrets in a dict or in a list."""
    answer = program.call(regrets)
    found, values = answer["returned"], regrets
    if isinstance(regrets, dict):
        if not isinstance(found, dict) or set(found) != set(regrets):
            raise Complaint(f"return a dict with a probability for each of {', '.join(regrets)}; you return {found!r:.80}.")
        found, values = [found[action] for action in regrets], list(regrets.values())
    found = probabilities(found, f"the strategy for regrets {regrets}", len(regrets))
    if answer["arguments"] != [regrets]:
        raise Complaint("your function changed the regrets that it was given: work on a copy, or the sums will be wrong.")
    right = matched(values)
    if not np.allclose(found, right, atol=CLOSE):
        hint = "where no regret is positive, every action is played equally often" if max(values) <= 0 else "only positive regrets count"
        raise Complaint(f"for regrets {regrets} the strategy is {formatted(right)}, but you have {formatted(found)}: {hint}.")
