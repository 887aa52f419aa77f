# `make book` and `make test` are all you need; both set up .venv when it is missing or out of date. `make help` lists the rest.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help book test test-pages test-long zip pdf student serve notebooks new-chapter times lab assignments grade bench lint lock dist audit clean test-oracle test-scale test-assignments test-dist mutants

# Print the table of targets in CONTRIBUTING.md.
help:
	@sed -n 's/^| `\(make [^`]*\)` | \(.*\) |$$/\1: \2/p' CONTRIBUTING.md | tr -d '`'

# Touched last: the stamp is newer than both files only if the environment is complete.
.venv/stamp: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 book")'
	@echo "Setting up .venv (a minute or two) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --requirement requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# Always a full build, because Sphinx reports the warnings of a page only when it reads that page. The old pages stay in place until the new
# ones are complete. Standard output is discarded, because it would name the temporary folder; warnings go to standard error.
book: .venv/stamp
	@rm -rf _build/new
	$(BIN)/jupyter-book build . -W --keep-going -n -q --path-output _build/new > /dev/null
	@rm -rf _build/html _build/lab
	@mv _build/new/_build/html _build/new/_build/lab _build
	@rm -rf _build/new
	@echo "First page: _build/html/index.html"

.venv/lab-stamp: .venv/stamp requirements/lab.txt
	@echo "Adding JupyterLab ..."
	@$(PIP) --requirement requirements/lab.txt
	@touch $@

# The pages are tested in a Chromium or Chrome, which tools/browser.py finds or installs.
test: book .venv/lab-stamp
	@$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest

# `make test` covers a few pages and chapters, with every kind of component; this target covers all the others.
test-pages: book .venv/lab-stamp
	@$(BIN)/python tools/browser.py && $(BIN)/python -m pytest -m pages tests/browser tests/lab tests/book/in_page

# Tests that take minutes: for example, many more killed processes.
test-long: .venv/stamp
	$(BIN)/python -m pytest -m long

# Compare with OpenSpiel, which is installed for this target only.
test-oracle: .venv/stamp requirements/oracle.txt
	@$(PIP) --requirement requirements/oracle.txt
	$(BIN)/python -m pytest tests/oracle

# Test a sweep on a Dask cluster and kill one of its two workers; dask.distributed is installed for this target only.
test-scale: .venv/stamp requirements/scale.txt
	@$(PIP) --requirement requirements/scale.txt
	$(BIN)/python -m pytest --numprocesses=0 tests/scale

# Mutation testing: do the tests detect each of some 1,800 small mistakes? FILES=kuhncfr/evaluate.py restricts it to one file.
mutants: .venv/stamp requirements/mutants.txt
	@$(PIP) --requirement requirements/mutants.txt
	$(BIN)/python -m tools.mutants $(FILES)

# Run notebooks with every known mistake and every known cheat, and let nbgrader grade a class.
test-assignments: .venv/teach-stamp
	$(BIN)/python -m pytest tests/nbgrader

# The whole book as one PDF, printed by the Chromium or Chrome that tools/browser.py finds.
pdf: book
	@$(BIN)/python -m tools.pdf

# One archive to hand out; its pages need no network.
zip: book
	@$(BIN)/python tools/archive.py

# The student edition: pages, notebooks and an archive without solutions or the page for teachers, with an answer cell below each exercise.
student: .venv/stamp
	$(BIN)/python -m tools.student

serve: book
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html

# Needed only after a change to a chapter or to the package, because the book includes the committed outputs.
notebooks: .venv/stamp
	$(BIN)/python tools/execute.py

# A skeleton of a chapter that follows all the rules: make new-chapter NAME=poker_dice.
new-chapter: .venv/stamp
	@$(BIN)/python -m tools.new_chapter "$(NAME)"

# Needed only if the running time of a chapter has changed; the page for teachers shows these measurements.
times: .venv/stamp
	$(BIN)/python -m tools.times

# Editable copies of the chapters, in the folder lab; the reader's changes are never overwritten.
lab: book .venv/lab-stamp
	$(BIN)/python tools/lab.py

.venv/teach-stamp: .venv/lab-stamp requirements/teach.txt
	@echo "Adding nbgrader ..."
	@$(PIP) --requirement requirements/teach.txt
	@touch $@

# The students' version of the assignments, in assignments/course/release. SEED=2027 makes a private variant, which later commands use, too.
assignments: .venv/teach-stamp
	$(BIN)/python assignments/course.py release $(if $(SEED),--seed "$(SEED)")

# FROM names a folder with one subfolder for each student. Writes grades to assignments/course/grades.csv, and a page for each notebook.
grade: .venv/teach-stamp
	$(BIN)/python assignments/course.py grade $(if $(FROM),"$(FROM)")

benchmarks/.venv/stamp: benchmarks/requirements.txt
	@echo "Setting up benchmarks/.venv with the other solvers (about a minute) ..."
	@$(PYTHON) -m venv benchmarks/.venv
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement benchmarks/requirements.txt
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Takes about four minutes on an idle machine; the page on speed shows the resulting tables and charts.
bench: benchmarks/.venv/stamp
	benchmarks/.venv/bin/python benchmarks/run.py
	benchmarks/.venv/bin/python benchmarks/report.py

lint: .venv/stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict kuhncfr book/kuhnbook

.venv/dist-stamp: .venv/stamp requirements/dist.txt
	@$(PIP) --requirement requirements/dist.txt
	@touch $@

# The wheel and the sdist of the last commit, in dist/; the same commit always gives the same bytes.
dist: .venv/dist-stamp
	@$(BIN)/python tools/dist.py

# Test the wheel and the sdist, installed elsewhere, read-only, with and without extras.
test-dist: dist
	$(BIN)/python -m pytest -n0 tests/dist

# Look up every version in the lock files for known vulnerabilities in the package index; unknown packages are errors (--strict).
audit: .venv/stamp
	@$(PIP) --requirement requirements/audit.txt
	$(BIN)/pip-audit --strict --disable-pip --require-hashes $(foreach lock,requirements.txt $(wildcard requirements/*.txt),--requirement $(lock))

lock: .venv/dist-stamp
	$(BIN)/python tools/lock.py --upgrade

clean:
	rm -rf .venv benchmarks/.venv _build dist
