# `make book` and `make test` are all you need; both set up .venv when it is missing or out of date. `make help` lists the rest.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help book test test-pages test-long zip pdf student serve notebooks new-chapter times lab assignments grade bench lint lock dist audit clean test-oracle test-scale test-assignments test-dist mutants

# The list in CONTRIBUTING.md.
help:
	@sed -n 's/^| `\(make [^`]*\)` | \(.*\) |$$/\1: \2/p' CONTRIBUTING.md | tr -d '`'

# The stamp is younger than the lock exactly when the environment is complete.
.venv/stamp: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; (3, 11) <= sys.version_info < (3, 14) or sys.exit("Python 3.11 to 3.13 is needed: make PYTHON=python3.12 book")'
	@echo "Setting up .venv (a minute or two) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --requirement requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# From scratch each time: Sphinx repeats a warning only for pages that it reads again. The old pages stay until the new ones are complete.
# Jupyter Book would print the address of the new pages before they are moved; warnings and errors are printed nevertheless.
book: .venv/stamp
	@rm -rf _build/new
	$(BIN)/jupyter-book build . -W --keep-going -n -q --path-output _build/new > /dev/null
	@rm -rf _build/html _build/lab
	@mv _build/new/_build/html _build/new/_build/lab _build
	@rm -rf _build/new
	@echo "First page: _build/html/index.html"

.venv/lab-stamp: .venv/stamp requirements-lab.txt
	@echo "Adding JupyterLab ..."
	@$(PIP) --requirement requirements-lab.txt
	@touch $@

# The pages are tested in a Chromium or Chrome, which tools/browser.py finds or installs.
test: book .venv/lab-stamp
	@$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest

# What make test asks of some pages and chapters, which show each kind of component, asked of all the others.
test-pages: book .venv/lab-stamp
	@$(BIN)/python tools/browser.py && $(BIN)/python -m pytest -m pages tests/browser tests/lab

# What takes minutes: many more kills, and the like.
test-long: .venv/stamp
	$(BIN)/python -m pytest -m long

# Compares with OpenSpiel, which is installed for this only.
test-oracle: .venv/stamp requirements-oracle.txt
	@$(PIP) --requirement requirements-oracle.txt
	$(BIN)/python -m pytest tests/oracle

# A sweep on a cluster of dask.distributed, which is installed for this only; one of its two workers is killed.
test-scale: .venv/stamp requirements-scale.txt
	@$(PIP) --requirement requirements-scale.txt
	$(BIN)/python -m pytest --numprocesses=0 tests/scale

# Some 1,700 small mistakes, one after the other: would the tests notice?
mutants: .venv/stamp requirements-mutants.txt
	@$(PIP) --requirement requirements-mutants.txt
	$(BIN)/python -m tools.mutants $(FILES)

# The assignments on a real nbgrader: what is handed in, graded, and graded again.
test-assignments: .venv/teach-stamp
	$(BIN)/python -m pytest tests/nbgrader

# The whole book on paper, printed by the Chromium or Chrome that tools/browser.py finds.
pdf: book
	@$(BIN)/python -m tools.pdf

# One archive to hand out: the pages need no network.
zip: book
	@$(BIN)/python tools/archive.py

# The same without solutions and the page for teachers, and with a cell for the answer below each exercise: pages, notebooks, an archive of both.
student: .venv/stamp
	$(BIN)/python -m tools.student

serve: book
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html

# Only after you changed a chapter or the package: the committed outputs are part of the book.
notebooks: .venv/stamp
	$(BIN)/python tools/execute.py

# A chapter that obeys every rule, to be filled in: make new-chapter NAME=poker_dice.
new-chapter: .venv/stamp
	@$(BIN)/python -m tools.new_chapter "$(NAME)"

# Only after you changed how long a chapter runs: the page for teachers shows what this measured.
times: .venv/stamp
	$(BIN)/python -m tools.times

# Copies of the chapters to change, in the folder lab; what a reader changed there stays.
lab: book .venv/lab-stamp
	$(BIN)/python tools/lab.py

.venv/teach-stamp: .venv/lab-stamp requirements-teach.txt
	@echo "Adding nbgrader ..."
	@$(PIP) --requirement requirements-teach.txt
	@touch $@

# What students get, in assignments/course/release.
assignments: .venv/teach-stamp
	$(BIN)/python assignments/course.py release

# One folder for each student: make grade FROM=folder. Writes its grades into assignments/course/grades.csv, and pages to hand back.
grade: .venv/teach-stamp
	$(BIN)/python assignments/course.py grade $(if $(FROM),"$(FROM)")

benchmarks/.venv/stamp: benchmarks/requirements.txt
	@echo "Setting up benchmarks/.venv with the other solvers (about a minute) ..."
	@$(PYTHON) -m venv benchmarks/.venv
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement benchmarks/requirements.txt
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# About four minutes on a machine that does nothing else; the tables and the chart of the book's page on speed are its results.
bench: benchmarks/.venv/stamp
	benchmarks/.venv/bin/python benchmarks/run.py
	benchmarks/.venv/bin/python benchmarks/report.py

lint: .venv/stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict kuhncfr book/kuhnbook

.venv/dist-stamp: .venv/stamp requirements-dist.txt
	@$(PIP) --requirement requirements-dist.txt
	@touch $@

# What ships: wheel and sdist of the last commit, in dist/; the same bytes from the same commit.
dist: .venv/dist-stamp
	@$(BIN)/python tools/dist.py

# What ships is tried by itself: installed elsewhere, read-only, with and without extras.
test-dist: dist
	$(BIN)/python -m pytest -n0 tests/dist

# Known weaknesses of every version in the lock files. It asks the package index; what the index does not know is an error (--strict).
audit: .venv/stamp
	@$(PIP) --requirement requirements-audit.txt
	$(BIN)/pip-audit --strict --disable-pip --require-hashes $(foreach lock,$(wildcard requirements*.txt),--requirement $(lock))

lock: .venv/dist-stamp
	$(BIN)/python tools/lock.py --upgrade

clean:
	rm -rf .venv benchmarks/.venv _build dist
