"""The variants of CFR: each has a rule for the regrets and weights for the average."""

import math
from collections import namedtuple
from collections.abc import Collection
from dataclasses import asdict, astuple, dataclass, fields
from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.arguments import shown

STEEPEST = 15  # largest gamma: the sum of the weights of 2^63 iterations is less than 1e304, so it is a float


@dataclass(frozen=True)
class Algorithm:
    r"""A variant of CFR: a discount of the regrets, a rule for the next strategy, and weights for the average.

    Iteration t computes the regrets :math:`r^t(I, a)`. Then the cumulative regret becomes

    .. math:: R^t = d_t \cdot \big( R^{t-1} + r^t \big), \qquad
              d_t = \frac{t^\alpha}{t^\alpha + 1} \text{ if it is positive, } \frac{t^\beta}{t^\beta + 1} \text{ otherwise.}

    Regret matching on :math:`R^t` (if predictive, on :math:`R^t + r^t`) gives the next strategy. The weight of :math:`\sigma^t` in the
    average is :math:`t^\gamma`. Some papers discount before they add, :math:`d_{t-1} R^{t-1} + r^t`; unless
    predictive, their strategies are the same.

    Parameters
    ----------
    alpha, beta : float
        Exponents of the discount for positive and for negative cumulative regrets; infinity means no discount.
    regret_matching_plus : bool
        Set negative cumulative regrets to 0: regret matching+.
    predictive : bool
        Predict that the next regrets equal the last.
    gamma : float
        Exponent of the averaging weights: 0 for uniform, 1 for linear, 2 for quadratic averaging.

    Raises
    ------
    ValueError
        If an exponent is not a number, or gamma does not lie between 0 and 15.
    TypeError
        If `regret_matching_plus` or `predictive` is not a bool.

    Examples
    --------
    >>> ALGORITHMS["dcfr"] == Algorithm(alpha=1.5, beta=0, gamma=2)
    True

    References
    ----------
    Tammelin (2014), *Solving large imperfect information games using CFR+*.
    Brown and Sandholm (2019), *Solving imperfect-information games via discounted regret minimization*.
    Farina, Kroer and Sandholm (2021), *Faster game solving via predictive Blackwell approachability*.
    Xu, Li, Liu, Fu, Fu, Xing and Cheng (2024), *Minimizing weighted counterfactual regret with optimistic online mirror descent*.
    """

    alpha: float = math.inf
    beta: float = math.inf
    regret_matching_plus: bool = False
    predictive: bool = False
    gamma: float = 0.0

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise TypeError(f"{name} must be a number, got {shown(value)}")
            if value != value:
                raise ValueError(f"{name} must not be NaN")
        if not 0 <= self.gamma <= STEEPEST:
            raise ValueError(f"gamma must lie between 0 and {STEEPEST}, got {self.gamma!r}")
        for name in ("regret_matching_plus", "predictive"):
            arguments.flag(name, getattr(self, name))

    @property
    def name(self) -> str:
        """The name in ``ALGORITHMS``; of a variant without one, its parameters."""
        return next((name for name, variant in ALGORITHMS.items() if variant == self), repr(self))

    def discounts(self, t: int) -> tuple[float, float]:
        """Return the factors for positive and for negative cumulative regrets after iteration t."""
        return _discount(t, self.alpha), _discount(t, self.beta)

    def check_sampling(self, sampling: str | None) -> None:
        """Check that the variant converges with sampled regrets.

        Raises
        ------
        ValueError
            If regrets are sampled and the variant uses regret matching+ or is predictive.
        """
        if sampling is not None and (self.regret_matching_plus or self.predictive):
            raise ValueError(
                f"sampling={shown(sampling)} gives noisy regrets: regret matching+ biases their sums, and prediction repeats their noise; "
                f"use 'cfr', 'lcfr' or 'dcfr', got {self.name!r}"
            )

    def check_parameters(self, implemented: Collection[str], solver: str) -> None:
        """Check that a solver implements the parameters that this variant sets.

        Raises
        ------
        ValueError
            If a parameter differs from its default, which leaves plain CFR unchanged, and is not among those implemented.
        """
        for field in fields(Algorithm):  # a subclass implements its own
            if field.name not in implemented and (value := getattr(self, field.name)) != field.default:
                raise ValueError(f"algorithm has {field.name}={value!r}, which {solver} does not implement")

    def weight(self, t: int) -> float:
        """Return the weight of the strategy of iteration t in the average."""
        return power(t, self.gamma)

    @property
    def numbers(self) -> Any:
        """The parameters as a named tuple of bools and floats, which the compiled loops take."""
        return Numbers(*(value if isinstance(value, bool) else float(value) for value in astuple(self)))


Numbers = namedtuple("Numbers", [field.name for field in fields(Algorithm)])  # type: ignore[misc]  # mypy wants the names spelled out

ALGORITHMS = {
    "cfr": Algorithm(),
    "cfr+": Algorithm(regret_matching_plus=True, gamma=1),
    "lcfr": Algorithm(alpha=1, beta=1, gamma=1),
    "dcfr": Algorithm(alpha=1.5, beta=0, gamma=2),
    "dcfr+": Algorithm(alpha=1.5, regret_matching_plus=True, gamma=4),
    "pcfr+": Algorithm(regret_matching_plus=True, predictive=True, gamma=2),
    "pdcfr+": Algorithm(alpha=2.3, regret_matching_plus=True, predictive=True, gamma=5),
}


def as_algorithm(algorithm: "str | Algorithm") -> Algorithm:
    """Return the variant of this name, in upper or lower case; return an Algorithm unchanged."""
    if isinstance(algorithm, Algorithm):
        return algorithm
    if isinstance(algorithm, str) and algorithm.lower() in ALGORITHMS:
        return ALGORITHMS[algorithm.lower()]
    also = "; a subclass of kuhncfr.InfoSet runs in kuhncfr.CFR" if isinstance(algorithm, type) else ""
    if isinstance(algorithm, str) and any(word in algorithm.lower() for word in ("mccfr", "external", "outcome", "chance")):
        also = "; for Monte Carlo CFR write sampling='external', 'outcome' or 'chance'"
    raise ValueError(f"algorithm must be one of {', '.join(map(repr, ALGORITHMS))} or an Algorithm, got {shown(algorithm)}{also}")


def to_plain(algorithm: Algorithm) -> dict[str, Any]:
    """Return a variant as a dict for JSON: infinity, which JSON lacks, becomes text."""
    return {name: str(value) if isinstance(value, float) and math.isinf(value) else value for name, value in asdict(algorithm).items()}


def from_plain(entry: Any) -> Algorithm:
    """Return the variant that :func:`to_plain` converted.

    A file that was saved before a parameter existed lacks it, and gets the default, with which the rule is what it was then.

    Raises
    ------
    ValueError, TypeError
        If an entry is unknown, of the wrong type or out of range.
    """
    entries = arguments.mapping("its algorithm", entry).items()
    choice: dict[str, Any] = {name: float(value) if isinstance(value, str) else value for name, value in entries}
    return Algorithm(**choice)


def power(t: int, exponent: float) -> float:
    """Return t to this power, for t from 1 on.

    It uses multiplications and square roots only: the fractional part of the exponent is a sum of halves, quarters and so on. Every
    processor rounds these operations alike. The last digit of a library's power differs between machines, and CFR magnifies such
    differences. The compiled loops use this very function.
    """
    size = min(abs(exponent), 1024.0)  # from there on, all powers but those of 1 are infinite as floats
    whole = int(size)
    left = size - whole
    result = 1.0
    factor = root = float(t)
    while whole > 0:
        if whole & 1:
            result *= factor
        factor *= factor
        whole >>= 1
    while left > 0.0 and root > 1.0:
        root = math.sqrt(root)
        left *= 2.0
        if left >= 1.0:
            result *= root
            left -= 1.0
    return result if exponent >= 0.0 else 1.0 / result


def _discount(t: int, exponent: float) -> float:
    """Return t^x / (t^x + 1), without overflow."""
    return 1.0 / (1.0 + power(t, -exponent)) if exponent < math.inf else 1.0
