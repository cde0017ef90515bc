"""Names and chat: what cannot be seen goes, what people write in any script stays."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldroom.core.game import Refusal
from meldroom.room.names import MAX_NAME_LENGTH, clean_chat, clean_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
TRICKY = (
    "aeIl10 \n\t'´\u0301\u0302\u0323\u0334\u0308\u200b\u200c\u200d\u200e\u202e\u2066\ufe0f\u034f"
    "\u3164\u2800\u00ad\x00\x1b\U000e0067\U000e007f\U0001f3f4\U0001f468\U0001f3fd\u2764\U0001f1e9"
    "\u0e19\u0e49\u0e33\u0e4d\u0e32\u05e9\u05c1\u05bc\u0915\u094d\u093f\u0902\u0dd9\u0dcf\u1100\u1161"
    "\u0627\u0651\u064e葛\U000e0100ﬁ¨\ufdfa9\u20e3\ud800\ue000\u0378"
)
TEXTS = st.text(st.sampled_from(TRICKY) | st.characters(), max_size=40)


def cleaned(clean: Callable[[str], str], text: str) -> str:
    """Clean a text, or give the rule that refuses it."""
    try:
        return clean(text)
    except Refusal as refusal:
        return refusal.violation.rule


def refused_name(name: str) -> bool:
    """Say whether P-2 refuses a name."""
    return cleaned(clean_name, name) == "P-2"


def shown(text: str) -> str:
    """Clean a chat message; nothing if it is refused."""
    clean = cleaned(clean_chat, text)
    return "" if clean == "P-9" else clean


BLANK = [
    "", "   ", "\u3164", "\u115f\u1160", "\u2800\u2800", "\uffa0", "\u200b\u200d", "\ufeff",
    "\u00ad", "\x00", "\u202e\u202c", "\ufe0f", "\U000e0041", "\U0001d159", "\ufffc", "\u17b4",
    "\ue000",
]  # fmt: skip


def code_points(text: str) -> str:
    """Name a case so that it can be selected on the command line, whatever its text is."""
    return "-".join(f"{ord(character):x}" for character in text) or "empty"


@pytest.mark.parametrize("name", BLANK, ids=code_points)
def test_39_a_name_that_shows_nothing_is_refused(name: str) -> None:
    assert refused_name(name)
    assert clean_name(f"{name}Ada{name}") == "Ada"


@pytest.mark.parametrize(
    "name", ["\u0301", "\u0301\u0302 \u0303", "\u20e3", "\u0e49", "¨", "\u093f"]
)
def test_39_a_name_of_marks_alone_is_refused(name: str) -> None:
    assert refused_name(name)


def test_39_marks_piled_on_a_letter_are_limited() -> None:
    accents = "".join(map(chr, range(0x300, 0x340)))
    assert [len(clean_name(letter + accents)) for letter in "Z~5"] == [3, 3, 3]
    assert len(clean_chat(f"hz{accents}x{accents} {accents}")) == 7
    assert clean_name("ก" + "\u0e47" * 20) == "ก\u0e47", "the same mark again"
    points = "".join(map(chr, range(0x5B0, 0x5BC)))
    assert len(clean_name("ש" + points)) == 6


@pytest.mark.parametrize(
    "name",
    [
        "Ada", "Zoë", "O’Brien", "Nguyễn Thị Ánh", "Łukasz", "Δημήτρης", "Ольга", "น้ำฝน", "ที่นี่",
        "שָׁלוֹם", "שּׁוּלָה", "محمّد", "نیلوفر\u200cزاده", "लक्ष्मी", "क्\u200dष", "क़िंग", "ລຳດວນ",
        "လျှို့ဝှက်", "བསྒྲུབས", "葛\U000e0100城", "김민준", "さくら", "Ọ̀ṣun",
    ],
)  # fmt: skip
def test_39_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    name = unicodedata.normalize("NFC", name)
    assert clean_name(name) == clean_chat(name) == name
    assert clean_name(unicodedata.normalize("NFD", name)) == name


@pytest.mark.parametrize(
    "name",
    [
        FAMILY, "\U0001f44d\U0001f3fd", "\U0001f469\U0001f3fe\u200d\U0001f680",
        "\u2764\ufe0f\u200d\U0001f525", "\U0001f1e9\U0001f1ea",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "1\ufe0f\u20e3", "\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001fae8",
    ],
    ids=code_points,
)  # fmt: skip
def test_39_an_emoji_of_many_parts_is_allowed_and_counts_once(name: str) -> None:
    assert clean_name(name) == clean_chat(name) == name
    letters = "x" * (MAX_NAME_LENGTH - 1)
    assert clean_name(letters + name) == letters + name
    assert refused_name(letters + name + "x")


def test_39_a_name_is_short_and_has_few_bytes() -> None:
    assert clean_name("é" * 24) == "é" * 24
    assert refused_name("x" * 25)
    assert refused_name(FAMILY * 8)
    assert refused_name("\ufdfa" * 60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\u202eb\u202c", "ab"), ("\u2066x\u2069\u200f", "x"), ("a\x00\x1b[31mb", "a[31mb"),
        (" hi\nthere\u2028you ", "hi there you"), ("a\u200bb", "ab"), ("a\u200d\u200db", "ab"),
        (f"e\u200b\u0301 {FAMILY}", f"é {FAMILY}"), ("\ud800x", "x"),
    ],
    ids=code_points,
)  # fmt: skip
def test_39_overrides_and_control_characters_are_stripped(text: str, expected: str) -> None:
    assert clean_name(text) == clean_chat(text) == expected


def test_39_chat_that_shows_nothing_is_refused() -> None:
    for blank in BLANK:
        assert shown(blank) == ""


def test_a_name_is_normalized_to_its_compatible_form_and_chat_is_not() -> None:
    assert clean_name("  A\u0301da \n L ") == "Áda L"
    assert clean_name("ﬁｘ②") == "fix2"
    assert clean_name("O´Brien") == "O’Brien"
    assert clean_chat("x² ½") == "x² ½"


@given(TEXTS)
def test_39_nothing_dangerous_is_left_of_any_text(text: str) -> None:
    names = [] if refused_name(text) else [clean_name(text)]
    for clean in (*names, shown(text)):
        assert clean == " ".join(clean.split())
        for at, character in enumerate(clean):
            kind = unicodedata.category(character)
            assert kind not in ("Cc", "Cs", "Co")
            assert kind != "Cf" or (at > 0 and character in "\u200c\u200d\U000e0067\U000e007f")
            assert unicodedata.bidirectional(character) not in (
                "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
            )  # fmt: skip
    for name in names:
        assert any(unicodedata.category(character)[0] in "LNPSC" for character in name)


@given(TEXTS)
def test_39_a_clean_text_is_not_cleaned_any_further(text: str) -> None:
    assert shown(shown(text)) == shown(text)
    if not refused_name(text):
        assert clean_name(clean_name(text)) == clean_name(text)
