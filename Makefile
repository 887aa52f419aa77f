# `make book` and `make test` are all you need; both set up .venv when it is missing or out of date. `make help` lists the rest.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help book test test-pages test-long zip pdf student serve notebooks new-chapter times lab assignments grade bench lint lock dist audit clean test-oracle test-scale test-assignments test-dist mutants

## make help: prints this list
help:
	@sed -n 's/^## //p' Makefile

# Touched last: the stamp is newer than both files only if the environment is complete.
.venv/stamp: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 book")'
	@echo "Setting up .venv (a minute or two) ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --requirement requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

## make book: builds the book in _build/html
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

## make test: tests the package, every number in the book, and a page for each kind of component
# The pages are tested in a Chromium or Chrome, which tools/browser.py finds or installs.
test: book .venv/lab-stamp
	@$(BIN)/python tools/browser.py
	$(BIN)/python -m pytest

## make test-pages: runs the tests of pages and chapters on all those that make test leaves out
# `make test` covers a few pages and chapters, with every kind of component; this target covers all the others.
test-pages: book .venv/lab-stamp
	@$(BIN)/python tools/browser.py && $(BIN)/python -m pytest -m pages tests/browser tests/lab tests/book/in_page

## make test-long: runs the tests that take minutes: many more killed processes, files damaged in many more ways, and the like
# Tests that take minutes: for example, many more killed processes.
test-long: .venv/stamp
	$(BIN)/python -m pytest -m long

## make test-oracle: compares games, NashConv and CFR with OpenSpiel, which it installs
# Compare with OpenSpiel, which is installed for this target only.
test-oracle: .venv/stamp requirements/oracle.txt
	@$(PIP) --requirement requirements/oracle.txt
	$(BIN)/python -m pytest tests/oracle

## make test-scale: solves many games on a cluster of Dask, which it installs, and kills a worker
# Test a sweep on a Dask cluster and kill one of its two workers; dask.distributed is installed for this target only.
test-scale: .venv/stamp requirements/scale.txt
	@$(PIP) --requirement requirements/scale.txt
	$(BIN)/python -m pytest --numprocesses=0 tests/scale

## make mutants: makes some 2,000 small mistakes in the core, one at a time, and names those that no test notices; installs Cosmic Ray
# Mutation testing: do the tests detect each of some 2,000 small mistakes? FILES=kuhncfr/evaluate.py restricts it to one file.
mutants: .venv/stamp requirements/mutants.txt
	@$(PIP) --requirement requirements/mutants.txt
	$(BIN)/python -m tools.mutants $(FILES)

## make test-assignments: runs notebooks with each known mistake and each known cheat, and lets nbgrader grade a class
# Run notebooks with every known mistake and every known cheat, and let nbgrader grade a class.
test-assignments: .venv/teach-stamp
	$(BIN)/python -m pytest tests/nbgrader

## make pdf: prints the book without the package's reference, with all solutions at the end, to _build/kuhncfr.pdf; takes some minutes and needs Chromium or Chrome (without one, print single pages from your own browser)
pdf: book
	@$(BIN)/python -m tools.pdf

## make zip: packs the book, and its chapters for JupyterLab, into one archive to hand out, _build/kuhncfr-<version>.zip
# One archive to hand out; its pages need no network.
zip: book
	@$(BIN)/python tools/archive.py

## make student: makes a book without solutions to hand out, in _build/student/: pages, and notebooks with an answer cell below each exercise
# The student edition: pages, notebooks and an archive without solutions or the page for teachers, with an answer cell below each exercise.
student: .venv/stamp
	$(BIN)/python -m tools.student

## make serve: builds the book and serves it at <http://127.0.0.1:8000>
serve: book
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html

## make notebooks: runs every chapter again; nothing changes unless a result changed
# Needed only after a change to a chapter or to the package, because the book includes the committed outputs.
notebooks: .venv/stamp
	$(BIN)/python tools/execute.py

## make new-chapter NAME=poker_dice: writes a chapter that obeys all the rules, for you to fill in
# A skeleton of a chapter that follows all the rules: make new-chapter NAME=poker_dice.
new-chapter: .venv/stamp
	@$(BIN)/python -m tools.new_chapter "$(NAME)"

## make times: measures how long each chapter runs, for the page for teachers
# Needed only if the running time of a chapter has changed; the page for teachers shows these measurements.
times: .venv/stamp
	$(BIN)/python -m tools.times

## make lab: opens copies of the chapters in JupyterLab, so that you can change a cell and see what happens; the copies are in lab/, and your changes stay
# Editable copies of the chapters, in the folder lab; the reader's changes are never overwritten.
lab: book .venv/lab-stamp
	$(BIN)/python tools/lab.py

.venv/teach-stamp: .venv/lab-stamp requirements/teach.txt
	@echo "Adding nbgrader ..."
	@$(PIP) --requirement requirements/teach.txt
	@touch $@

## make assignments: writes the assignments that students get, to assignments/course/release; with SEED=2027 a private variant; installs nbgrader
# The students' version of the assignments, in assignments/course/release. SEED=2027 makes a private variant, which later commands use, too.
assignments: .venv/teach-stamp
	$(BIN)/python assignments/course.py release $(if $(SEED),--seed "$(SEED)")

## make grade FROM=folder: grades the notebooks that students hand in: tables and a summary in assignments/course, and a page of feedback for each notebook in assignments/course/returned
# FROM names a folder with one subfolder for each student. Writes grades to assignments/course/grades.csv, and a page for each notebook.
grade: .venv/teach-stamp
	$(BIN)/python assignments/course.py grade $(if $(FROM),"$(FROM)")

benchmarks/.venv/stamp: benchmarks/requirements.txt
	@echo "Setting up benchmarks/.venv with the other solvers (about a minute) ..."
	@$(PYTHON) -m venv benchmarks/.venv
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement benchmarks/requirements.txt
	@benchmarks/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

## make bench: times the solver beside OpenSpiel, LiteEFG, labml and noregret, which it installs
# Takes about four minutes on an idle machine; the page on speed shows the resulting tables and charts. All programs run on one core:
# without the variable, NumPy's linear algebra would start threads of its own.
bench: benchmarks/.venv/stamp
	OMP_NUM_THREADS=1 benchmarks/.venv/bin/python benchmarks/run.py
	benchmarks/.venv/bin/python benchmarks/report.py

## make lint: checks style and types, and the security of the workflows
lint: .venv/stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict kuhncfr book/kuhnbook
	$(BIN)/zizmor --offline --quiet .github

.venv/dist-stamp: .venv/stamp requirements/dist.txt
	@$(PIP) --requirement requirements/dist.txt
	@touch $@

## make dist: builds wheel and sdist of the last commit, in dist/; the same commit gives the same bytes
dist: .venv/dist-stamp
	@git diff --quiet HEAD || echo "What is not committed is not included."
	@rm -rf dist _build/dist && mkdir -p _build/dist
	@git archive HEAD | tar -x -C _build/dist
	@$(BIN)/python -m build --quiet --no-isolation --outdir dist _build/dist
	@ls dist/*

## make test-dist: installs that wheel elsewhere, read-only, runs every command, and runs the tests from the sdist
# Test the wheel and the sdist, installed elsewhere, read-only, with and without extras.
test-dist: dist
	$(BIN)/python -m pytest -n0 tests/dist

## make audit: asks the package index for known vulnerabilities in the locked versions
# Look up every version in the lock files for known vulnerabilities in the package index; unknown packages are errors (--strict).
audit: .venv/stamp
	@$(PIP) --requirement requirements/audit.txt
	$(BIN)/pip-audit --strict --disable-pip --require-hashes $(foreach lock,requirements.txt $(wildcard requirements/*.txt),--requirement $(lock))

## make lock: updates all locked dependencies to their newest versions, with the hashes of their files
lock: .venv/dist-stamp
	$(BIN)/python tools/lock.py --upgrade

## make clean: removes both environments (.venv, benchmarks/.venv), everything in _build, and dist
clean:
	rm -rf .venv benchmarks/.venv _build dist
