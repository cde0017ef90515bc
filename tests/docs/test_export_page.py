"""The pages about exported records: columns are those of the files, and every query runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import meldroom
from meldroom.export import GAME_COLUMNS, MOVE_COLUMNS, parquet_files, rows_of
from scripts import questions
from tests.test_export import DUCKDB

DOCS = Path(__file__).parents[2] / "docs"


def queries(page: str) -> list[str]:
    """Give the queries of a page."""
    text = (DOCS / page).read_text("utf-8")
    return re.findall(r"^```sql\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_page_lists_the_columns_of_both_files() -> None:
    text = (DOCS / "export.md").read_text("utf-8")
    for title, columns in (("Games", GAME_COLUMNS), ("Moves", MOVE_COLUMNS)):
        [section] = re.findall(rf"^## {title}\n(.*?)^## |\Z", text, re.MULTILINE | re.DOTALL)[:1]
        assert dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", section, re.MULTILINE)) == columns


def test_every_query_of_the_page_gives_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duckdb = pytest.importorskip("duckdb", reason=DUCKDB)
    with parquet_files(tmp_path / "games.parquet") as add:
        for record in meldroom.simulate("thumbs-up", "house", 3, seed=1):
            add(rows_of(record))
    monkeypatch.chdir(tmp_path)
    assert len(queries("export.md")) == 3
    for query in queries("export.md"):
        assert duckdb.sql(query).fetchall(), query


def test_the_page_of_questions_has_the_queries_that_its_script_runs() -> None:
    assert [query.rstrip() for query in queries("questions.md")] == [
        question.query for question in questions.QUESTIONS
    ]


@pytest.mark.long
def test_the_script_answers_every_question_in_words_and_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason=DUCKDB)
    questions.write_page(6, tmp_path)
    page = (tmp_path / "questions.md").read_text("utf-8")
    assert page.count("```sql") == len(questions.QUESTIONS)
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", page)
    assert len(pictures) == len(questions.QUESTIONS)
    for picture in pictures:
        assert (tmp_path / picture).read_text("utf-8").startswith("<svg ")
    assert pictures == re.findall(r"!\[.*?\]\((.*?)\)", (DOCS / "questions.md").read_text("utf-8"))
