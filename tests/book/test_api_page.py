"""The page of the package: nothing public is left out."""

import inspect
import pkgutil
import re
from importlib import import_module

import pytest
from bs4 import BeautifulSoup

import kuhncfr as kc

# A wing of the package names what is public in its __all__, as kuhncfr.plot does; another file in its definitions. How files are
# written and commands are read is of no use outside.
WINGS = ("games", "interop", "nash", "cfr", "solver", "diagnosis", "report", "vector")
INTERNAL = re.compile(r"kuhncfr\.(_.*|cli.*|__main__)")
FILES = [
    info.name
    for info in pkgutil.walk_packages(kc.__path__, "kuhncfr.")
    if not info.ispkg and info.name.split(".")[1] not in WINGS and not INTERNAL.fullmatch(info.name)
]


def public(module):
    """The public classes and functions of a wing or a file, by the names under which people use them."""
    found = import_module(module)
    members = inspect.getmembers(found, lambda thing: inspect.isclass(thing) or inspect.isfunction(thing))
    own = [name for name, thing in members if f"{thing.__module__}.".startswith(f"{module}.") and not name.startswith("_")]
    names = getattr(found, "__all__", own)
    return [f"{module}.{name}" for name, _ in members if name in names]


@pytest.fixture(scope="module")
def page(html):
    return BeautifulSoup((html / "book" / "api.html").read_text(encoding="utf-8"), "html.parser")


@pytest.mark.parametrize("module", [*(f"kuhncfr.{wing}" for wing in WINGS), "kuhnbook.dynamics", "kuhnbook.dynamics.steps", *FILES])
def test_every_public_class_and_function_stands_there(module, page):
    names = public(module)
    assert names
    assert [name for name in names if not page.find(id=name)] == []


def test_every_name_of_the_package_stands_at_a_glance(page):
    listed = {link["title"].rpartition(".")[2] for link in page.select("table.autosummary a[title]")}
    assert {name for name in kc.__all__ if not inspect.ismodule(getattr(kc, name)) and callable(getattr(kc, name))} <= listed


def test_every_entry_says_what_it_is_for(page):
    silent = [entry.find("dt")["id"] for entry in page.select("dl.py:has(> dt[id])") if not entry.find("dd").get_text(strip=True)]
    assert silent == []


def labels(entry, word):
    """The labels of the lists below an entry, such as "Raises:", that begin with a word."""
    return [label for label in entry.select("dl.field-list > dt") if label.get_text(strip=True).startswith(word)]


def test_no_property_is_misread(page):
    """The first line of a property must have no colon: what stands before one is taken for a type."""
    assert labels(page, "Type") == []


def test_attributes_stand_one_by_one(page):
    """Two names on one line would be taken for a name and its type."""
    for entry in page.select("dl.py.class:has(> dt[id])"):
        module, _, name = entry.find("dt")["id"].rpartition(".")
        documented = [tag.get_text() for label in labels(entry, "Variables") for tag in label.find_next("dd").select("strong")]
        fields = [name for name in getattr(getattr(import_module(module), name), "__dataclass_fields__", {}) if not name.startswith("_")]
        assert not documented or set(fields) <= set(documented), name


def test_no_mark_of_the_docstrings_is_left_over(page):
    text = page.select_one("article").get_text()
    assert re.findall(r":(?:math|class|func|meth|mod|attr):`|\.\. math::", text) == []
