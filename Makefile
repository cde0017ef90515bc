.PHONY: lock check slow bench mutants pictures .venv

# Without an index address and for every Python we promise; dev and openspiel keep run's versions.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" pyproject.toml

lock:
	$(COMPILE) --group build --output-file requirements/run.txt
	$(COMPILE) --group build --extra dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) --extra openspiel --constraint requirements/dev.txt --output-file requirements/openspiel.txt

check:
	./check

slow:
	./check --slow

bench: .venv
	.venv/bin/meldroom bench

pictures: .venv
	.venv/bin/python -m tests.web.pictures

mutants: .venv
	.venv/bin/mutmut run

.venv:
	bash -euc '. scripts/setup.sh; set_up dev'
