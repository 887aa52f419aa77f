"""The register of the known mistakes in CFR and in measures of exploitability, which is in ``mistakes.toml``."""

import tomllib
from pathlib import Path

from kuhncfr.diagnosis.mistake import Mistake

ALIASED, STATE, SIZE = "regrets floored by aliasing", "state kept between calls", "size of the regret"
NO_POSITIVE = "first action without positive regret"
UNWEIGHTED = "average without reach"
SWAPPED, EXPLORES, LEFT_OUT = "discounts swapped", "exploration added", "player never updated"
SAMPLED = "flooring with sampled regrets", "sampled regrets corrected twice"

_register = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))


def _read(kind: str) -> tuple[Mistake, ...]:
    return tuple(Mistake(**entry) for entry in _register[kind])


HIDING, EVERYDAY = _read("hiding"), _read("everyday")
MISTAKES: dict[str, Mistake] = {mistake.name: mistake for mistake in (*HIDING, *EVERYDAY)}
