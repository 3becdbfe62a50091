# The template's own commands. What they run is all there is to it: without make, type that.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/installed

.DEFAULT_GOAL := help
.PHONY: help demo demo-model test lock

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 12

demo: $(READY) ## Bake the default project into build/, serve it, hold the evidence conversation
	$(BIN)/python scripts/demo.py

demo-model: $(READY) ## The same conversation in the words of a small real model; compiles llama.cpp the first time
	$(BIN)/python scripts/demo_model.py

test: $(READY) ## Bake every choice and run everything: lint, types, all tests, the wheel, cruft
	$(BIN)/python -m pytest

lock: ## Pin all requirements anew, the template's and the baked project's; needs uv
	uv pip compile requirements.in --output-file requirements.txt --quiet --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header
	$(BIN)/python scripts/lock.py

$(READY): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	@touch $@
