"""The page of faults names the tests there are, and all of them."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "faults.md"


def named_tests() -> set[tuple[int, str, str]]:
    """Give number, file and name of each test on the page."""
    found = set()
    for line in PAGE.read_text("utf-8").splitlines():
        if row := re.match(r"\| (\d+) \|", line):
            tests = re.findall(r"`([\w/]+\.py)::(\w+)`", line)
            assert tests, f"fault {row[1]} has no test"
            found |= {(int(row[1]), file, name) for file, name in tests}
    return found


def numbered_tests() -> set[tuple[int, str, str]]:
    """Give number, file and name of each test with the number of a fault in its name."""
    test_function = re.compile(r"^(?:async )?def (test_(\d+)_\w+)\(", re.MULTILINE)
    return {
        (int(test[2]), file.relative_to(TESTS).as_posix(), test[1])
        for file in TESTS.rglob("test_*.py")
        for test in test_function.finditer(file.read_text("utf-8"))
    }


def test_the_page_of_faults_names_every_test_with_a_number_and_no_other() -> None:
    on_page, in_files = named_tests(), numbered_tests()
    assert sorted(on_page - in_files) == [], "no such test"
    assert sorted(in_files - on_page) == [], "missing from docs/faults.md"


def test_every_fault_has_one_row() -> None:
    numbers = re.findall(r"^\| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(numbers) == len(set(numbers))
