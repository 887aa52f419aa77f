"""The swarm of learners at the head of the chapter on flows."""

import re

import pytest
from playwright.sync_api import Locator, expect
from visiting import Open


def reached(swarm: Locator) -> tuple[int, float, float]:
    """Return the number of steps, and the mean distances of the strategies and of their averages from the equilibrium."""
    steps, current, average = re.findall(r"[\d.]+\d|\d", swarm.locator(".note").inner_text())
    return int(steps), float(current), float(average)


@pytest.mark.pages
def test_the_strategies_circle_and_their_averages_come_near(open_page: Open) -> None:
    swarm = open_page("book/flows.html").page.locator(".kuhncfr-swarm")
    for rule in ("Gradient", "Replicator", "Regret matching", "CFR"):
        swarm.get_by_role("button", name=rule, exact=True).click()
        _, start, same = reached(swarm)
        assert start == same
        swarm.get_by_role("button", name="Let them learn").click()
        expect(swarm.locator(".note")).to_contain_text(re.compile(r"After 3\d\d steps"), timeout=30_000)
        swarm.get_by_role("button", name="Pause").click()
        _, current, average = reached(swarm)
        assert average < start / 2 < current, rule
        swarm.locator("canvas").click(position={"x": 200, "y": 100})
