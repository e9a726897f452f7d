# make report | test | bench | fuzz | lint | clean: each sets up what it needs in .venv
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 100000
SHELL := /bin/bash

SOURCES := $(wildcard csrc/*.[ch] csrc/include/*.h src/teocalli/*.pyx src/teocalli/*.pxd) CMakeLists.txt pyproject.toml

.PHONY: help report test test-c bench fuzz lint clean
help:
	@echo "make report   play $(GAMES) games a setting and write an HTML report (GAMES=n for another number)"
	@echo "make test     build, and run every test"
	@echo "make bench    measure speed"
	@echo "make fuzz     feed the text readers of the C library nonsense for a minute (needs Clang)"
	@echo "make lint     check style and types"
	@echo "make clean    remove all that make made"

# A Python that is too old, or a missing compiler, is one clear line instead of a page from pip.
$(VENV)/made:
	@command -v $(PYTHON) >/dev/null || { echo "teocalli: no $(PYTHON); install Python 3.11 or newer, or say make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "teocalli: $(PYTHON) is $$($(PYTHON) --version 2>&1); Python 3.11 or newer is needed: make PYTHON=..."; exit 1; }
	@command -v $${CC:-cc} >/dev/null || { echo "teocalli: no C compiler ($${CC:-cc}); install GCC or Clang, or set CC"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "teocalli: $(PYTHON) cannot make a virtual environment; install its venv module (python3-venv)"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@touch $@

# One stamp a set of extras; a change of sources rebuilds and reinstalls.
$(VENV)/installed-%: $(VENV)/made $(SOURCES)
	@echo "installing teocalli[$*]"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@

report: $(VENV)/installed-analysis
	@for n in 2 3 4; do \
	  $(BIN)/teocalli selfplay azacru --players $$n --games $(GAMES) --agent random --seed 1 --out runs/azacru-$$n-$(GAMES) || exit; \
	done
	@$(BIN)/teocalli report runs/azacru-2-$(GAMES) runs/azacru-3-$(GAMES) runs/azacru-4-$(GAMES) -o runs/azacru.html

test: $(VENV)/installed-test test-c
	$(BIN)/python -m pytest --numprocesses 2

# The C library alone, without Python, under the sanitizers, with every warning an error.
test-c: $(VENV)/installed-test
	$(BIN)/cmake -S . -B build/c -DTEOCALLI_PYTHON=OFF -DTEOCALLI_WERROR=ON -DTEOCALLI_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug > build-c.log || { cat build-c.log; exit 1; }
	$(BIN)/cmake --build build/c --parallel 2 > build-c.log || { cat build-c.log; exit 1; }
	@rm -f build-c.log
	$(BIN)/ctest --test-dir build/c --output-on-failure

bench: $(VENV)/installed-bench
	$(BIN)/python -m pytest benches --benchmark-only
	$(BIN)/python benches/playout_rate.py
	$(BIN)/python benches/threads.py
	$(BIN)/python benches/perft_vs_stockfish.py
	$(BIN)/python benches/simulation_rate.py
	$(BIN)/python benches/agent_strength.py

fuzz:
	@command -v clang >/dev/null || { echo "teocalli: no clang; make fuzz needs Clang and its compiler-rt"; exit 1; }
	@mkdir -p build/fuzz/corpus
	clang -g -O1 -fsanitize=fuzzer,address,undefined -Icsrc/include csrc/*.c tests/fuzz/fuzz_text.c -o build/fuzz/fuzz
	cd build/fuzz && ./fuzz -max_total_time=60 -max_len=400 corpus

lint: $(VENV)/installed-lint
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PATH="$(abspath $(BIN)):$$PATH" cython-lint src/teocalli
	$(BIN)/mypy

clean:
	rm -rf $(VENV) build dist runs .pytest_cache .hypothesis .benchmarks .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
