# The two commands of the README. Each sets up all it needs in .venv, also the second time; nothing is installed elsewhere.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := PIP_ROOT_USER_ACTION=ignore $(PY) -m pip --disable-pip-version-check --quiet
BLUFF := solutions/bluff.mendax

.PHONY: run test check clean
.DEFAULT_GOAL := run

run: $(VENV)/.run
	@$(PY) -m mendax solve bluff --out "$(BLUFF)"
	@$(PY) -m mendax verify "$(BLUFF)"
	@$(PY) -m mendax show "$(BLUFF)"
	@echo
	@echo "In another terminal:"
	@echo "  . $(VENV)/bin/activate"
	@echo "  mendax show $(BLUFF) --at \"1x3 1x5\"      what each hand does after these bids"
	@echo "  mendax solve bluff:dice=2v1,faces=4        another game; mendax games lists all families"
	@echo "  mendax solve liars-die                     a cup passes: 41/60; with coins, categories, more dice too"
	@echo "  mendax reproduce ferguson --out report     a paper, recomputed: about a minute, then open report/reproduce.html"
	@echo
	@echo "And the web app, until Ctrl-C:"
	@$(PY) -m mendax serve

# Everything: format, lint, types, layers, tests.
test: $(VENV)/.test
	@$(PY) -m ruff format --check src tests bench
	@$(PY) -m ruff check src tests bench
	@$(PY) -m mypy
	@$(PY) -c "from importlinter.cli import lint_imports_command as run; run()" --no-cache
	@$(PY) -m pytest -n auto

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Mendax needs Python 3.11 or later, $(PYTHON) is older: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "$(PYTHON) cannot make a virtual environment: install its venv module"; exit 1; }

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up $(VENV) (once) ..."
	@$(PIP) install --editable ".[plot,web]"
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up $(VENV) for tests (once) ..."
	@$(PIP) install --editable ".[cluster,dev,plot,web,postgres]"
	@touch $@

clean:
	rm -rf $(VENV) solutions report build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
