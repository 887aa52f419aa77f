"""The page of symbols: its expressions run, and mean what it says."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc


@pytest.fixture(scope="module")
def page(root):
    return (root / "book" / "notation.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def table(page):
    """Symbol to (meaning, expressions)."""
    rows = re.findall(r"^\| (.*?) \| (.*?) \|(?: (.*?))? \|$", page.split("## Conventions")[0], flags=re.MULTILINE)
    found = {symbol: (meaning, re.findall(r"`([^`]+)`", code)) for symbol, meaning, code in rows}
    return {symbol: row for symbol, row in found.items() if symbol.startswith("$")}


@pytest.fixture(scope="module")
def namespace(page):
    """What the lines at the top of the page define."""
    names = {}
    exec(re.search(r"```python\n(.*?)```", page, flags=re.DOTALL)[1], names)
    return names


@pytest.fixture(scope="module")
def value(table, namespace):
    """Evaluate the expression beside a symbol."""

    def evaluate(symbol, k=0):
        return eval(table[symbol][1][k], namespace)

    return evaluate


def test_every_expression_runs(table, namespace):
    expressions = [(symbol, code) for symbol, (_, codes) in table.items() for code in codes]
    assert len(expressions) > 40
    for symbol, code in expressions:
        assert eval(code, namespace) is not None, symbol


def test_every_symbol_has_a_meaning_and_stands_once(page, table):
    assert all(meaning for meaning, _ in table.values())
    assert len(table) == sum(line.startswith("| $") for line in page.splitlines())


def test_the_game(value):
    assert list(value("$N$")) == [0, 1]
    assert value(r"$\lvert N \rvert$") == 2
    assert len(value("$H$")) == 34
    assert value("$h$, $ha$") == "AKb"
    assert value(r"$h \sqsubseteq z$") is value("$Z$") is True
    assert value("$A(h)$") == value("$A(I)$") == ("p", "b")
    assert value("$P(h)$") == 0
    assert value("$P(h) = c$") is False
    assert value(r"$f_c(a \mid h)$") == Fraction(1, 3)
    assert list(value(r"$\mathcal{I}_i$")) == ["A", "K", "Q", "Ab", "Kb", "Qb"]
    assert value("$I$").key == value("$I(h)$") == "A"
    assert value(r"$h \in I$") == ("AK", "AQ")
    assert value("$u_i(z)$") == 2


def test_reach(value, namespace):
    """The example's numbers are those of the history AK: 1/3 · 1/2, all of it chance's."""
    game = namespace["game"]
    assert value(r"$\pi_c(h)$") == float(game.chance("")["A"] * game.chance("A")["K"])
    assert value(r"$\pi^\sigma(h)$") == value(r"$\pi_{-i}^\sigma(h)$") == pytest.approx(1 / 6)
    assert value(r"$\pi_i^\sigma(h)$") == 1


def test_strategies_and_equilibrium(value, namespace):
    game, profile, cfr = namespace["game"], namespace["profile"], namespace["cfr"]
    assert value(r"$\sigma_{I \to a}$")["A"]["b"] == 1
    assert value(r"$u_i(\sigma)$") == kc.expected_utilities(game, profile)[0]
    current = cfr.current_strategy
    below = sum(
        math.prod(current[game.infoset(z[:k])][z[k]] for k in range(2, len(z))) * float(game.utilities(z)[0])
        for z in kc.histories(game)
        if game.is_terminal(z) and z.startswith("AK")
    )
    assert value(r"$u_i(\sigma^{T+1}, h)$") == pytest.approx(below)
    assert value("$V$") == Fraction(1, 18)
    assert kc.nash_conv(game, value(r"$\sigma^*$")) == 0
    assert value(r"$\varepsilon(\sigma)$") == value(r"$\mathrm{NashConv}(\sigma)$") / 2
    gain = value(r"$\max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i})$") - value(r"$u_i(\sigma)$")
    assert 0 <= gain <= value(r"$\mathrm{NashConv}(\sigma)$")


def test_cfr(value, namespace):
    assert value("$t$, $T$") == 100
    assert (value("$R^+$") == np.maximum(value("$R^T(I, a)$"), 0)).all()
    assert value(r"$\sigma^{T+1}(I, \cdot)$").tolist() == list(value(r"$\sigma^{T+1}$")["A"].values())
    total = value(r"$\sum_t \pi_i^{\sigma^t}(I)\, \sigma^t(I, a)$")
    assert list(value(r"$\bar\sigma^T$")["A"].values()) == pytest.approx(total / total.sum())
    assert total.sum() == pytest.approx(100)  # player 1 always gets to the first decision


def test_kuhn_poker(value):
    assert value("$S$") == value("$B$") == 1
    assert value("$k$") == 3
    assert value("$p_1^*$, $p_2^*$") == value("$p_1^*$, $p_2^*$", 1) == Fraction(1, 3)
    assert value(r"$\omega$") == 0.5
    assert value(r"$\alpha$").profile["J"]["b"] == Fraction(1, 6)


def test_the_names_here_exist(page):
    """The first column of the last table names things that games, CFR and its information sets have."""
    game, cfr = kc.OneBetKuhn(), kc.CFR(kc.OneBetKuhn())
    names = re.findall(r"^\|[^|`]*`(\w+)` \|", page.split("OpenSpiel's `CFRSolver`")[1], flags=re.MULTILINE)
    assert len(names) == 8
    for name in names:
        assert any(hasattr(thing, name) for thing in (game, cfr, cfr.infosets["Kb"], kc)), name
