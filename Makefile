.PHONY: lock check long slow bench mutants pictures house-rules docs .venv

# Without an index URL, and for every supported Python. run.txt constrains the others. dev.txt has
# every extra, so that no test is skipped.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" pyproject.toml

lock:
	$(COMPILE) --group build --output-file requirements/run.txt
	$(COMPILE) --group build --extra dev --extra docs --extra openspiel --extra postgres --extra rl --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) --extra openspiel --constraint requirements/dev.txt --output-file requirements/openspiel.txt

check:
	./check

long:
	./check --long

slow:
	./check --slow

bench: .venv
	.venv/bin/meldroom bench

# docs/house-rules.md, from the options classes of the games.
house-rules: .venv
	.venv/bin/python scripts/house_rules.py

# The site in build/docs, from docs/ and the docstrings; a warning is an error.
docs: .venv
	.venv/bin/sphinx-build -q -W --keep-going docs build/docs

pictures: .venv
	.venv/bin/python -m tests.web.pictures

# Mutate core and games, with GAME=scorzo only that game, or PART=bots, envs, server; lists the
# survivors. NAMES='meldroom.server.tables.clock.*' mutates only what has such a name.
PART = rules
NAMES = $(if $(GAME),'meldroom.games.$(GAME).*')
mutants: .venv
	.venv/bin/python scripts/mutants.py $(PART) run $(NAMES)
	.venv/bin/python scripts/mutants.py $(PART) results | grep -v 'not checked' || true

.venv:
	bash -euc '. scripts/setup.sh; set_up dev'
