.PHONY: help lock check long slow bench simulation mutants pictures questions house-rules environment-pages environment-figures wire layout ptx wheels docs vendor .venv

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16

# Without an index URL, and for every supported Python. run.txt constrains the others. dev.txt has
# every extra, so that no test is skipped; set-up installs the others with uv.txt. Pins name their
# extras: pip before 23.1 otherwise takes a newer release for `coverage[toml]`, and then misses its
# hash.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-strip-extras --no-emit-index-url --custom-compile-command "make lock"

lock: ## pin the packages in requirements/
	$(COMPILE) pyproject.toml --group build --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --group build --extra cluster --extra dev --extra docs --extra export --extra openspiel --extra postgres --extra render --extra rl --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --extra openspiel --constraint requirements/dev.txt --output-file requirements/openspiel.txt
	$(COMPILE) --group setup --output-file requirements/uv.txt

check: ## run every check that a change must pass
	./check

long: ## run what CI runs besides
	./check --long

slow: ## run the checks with full counts
	./check --slow

# ARGS="server --tables 50" runs another benchmark; python -m benchmarks --help lists them.
ARGS = engine
bench: .venv ## measure the engine
	.venv/bin/python -m benchmarks $(ARGS)

# One seed decides what fails and when; a seed that fails is printed, with how to replay it.
SEEDS = 10000
simulation: .venv ## simulate the server with faults, SEEDS times
	.venv/bin/python -m tests.server.simulation --seeds $(SEEDS)

# docs/house-rules.md, from the options classes of the games.
house-rules: .venv ## write docs/house-rules.md
	.venv/bin/python scripts/house_rules.py

# docs/environments/*.md and our rows of docs/leaderboard.md, from the games and figures.json.
environment-pages: .venv ## write the environment pages
	.venv/bin/python scripts/environment_pages.py

# docs/environments/figures.json: measures what is missing in it.
environment-figures: .venv ## measure the environments and baselines
	.venv/bin/python scripts/environment_figures.py

# docs/openapi.json, the page's types and the tables of docs/protocol.md, from the types of the wire.
wire: .venv ## write what describes the protocol
	.venv/bin/python scripts/wire.py

# src/meldroom/fast/csrc/layout.h, from the decks, actions and options of the games.
layout: .venv ## write the constants of the compiled twins
	.venv/bin/python scripts/fast_layout.py

# Beside the library of the twins; the wheel takes it along.
ptx: ## build the kernels for NVIDIA cards, where nvcc is
	python3 -IS src/meldroom/fast/build.py kernels

# Linux, macOS and Windows, with the compiled twins, by zig's compiler from the package index.
wheels: .venv ## build a wheel for each platform in dist/
	.venv/bin/python scripts/wheels.py

# The site in build/docs, from docs/ and the docstrings; a warning is an error.
docs: .venv ## build the documentation site in build/docs
	.venv/bin/sphinx-build -q -W --keep-going docs build/docs

pictures: .venv ## take the pictures of the README
	.venv/bin/python -m tests.web.pictures

# docs/questions.md, from simulated games; its queries are in the script.
questions: .venv ## write docs/questions.md
	.venv/bin/python scripts/questions.py

# Mutate core and games, with GAME=scorzo only that game, or PART=fast, bots, envs, room, server; lists
# the survivors. NAMES='meldroom.room.clock.*' mutates only what has such a name; SAMPLE=300
# runs so many that are chosen at random, others with SEED=7, and estimates the share of all that
# the tests kill.
PART = rules
NAMES = $(if $(GAME),'meldroom.games.$(GAME).*')
mutants: .venv ## mutate a PART of the sources and list the survivors
ifdef SAMPLE
	.venv/bin/python scripts/mutants.py $(PART) sample $(SAMPLE) $(SEED)
else
	.venv/bin/python scripts/mutants.py $(PART) run $(NAMES)
	.venv/bin/python scripts/mutants.py $(PART) results | grep -v 'not checked' || true
endif

vendor: ## bundle the vendored JavaScript anew
	bash scripts/vendor.sh

.venv:
	bash -euc '. scripts/setup.sh; set_up dev'
