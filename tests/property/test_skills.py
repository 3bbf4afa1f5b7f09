"""Whatever lies on a shelf: no name leads elsewhere, what is shown is a beginning of the redacted text, drafts hold."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dreamd import invisible, redact, skills
from dreamd.engines.embedded import wording
from dreamd.memory import front_matter
from dreamd.records import Role, Turn
from dreamd.skills import BODY_CHARS, NAME, Shelf, drafting, naming

SIGNS = st.sampled_from("ab-_./\\~ \n\0\u202e\u200b\u3164技Ａ\U0001f600")
KEYS = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 40 + "-----END PRIVATE KEY-----\n"
PIECES = st.sampled_from(("x" * 977 + "\n", "y" * 3_001, "a\n" * 500, KEYS, "技能" * 700 + "\n", "\u202e hidden\n"))


@given(st.text(SIGNS, max_size=70))
def test_a_name_is_no_path_and_hides_nothing(name: str) -> None:
    for accepted in (NAME.fullmatch(name), naming.verb_noun(name)):
        if accepted:
            assert os.path.normpath(f"/shelf/{name}") == f"/shelf/{name}"
            assert not {"/", "\0", "\n", ".", "\u202e", "\u200b"} & set(name)
            assert len(name) <= 64


@given(st.lists(PIECES, max_size=14))
def test_what_is_shown_is_a_beginning_of_the_redacted_text(pieces: list[str]) -> None:
    whole = "".join(pieces)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "write-it.md"
        path.write_text(f"---\ndescription: Use it\n---\n{whole}", "utf-8")
        (skill,) = skills.catalogue([Shelf(path=Path(folder), origin="me")])
        body = skills.body(skill)
    clean = invisible.shown(redact.redact(whole)).strip("\n")
    shown = body.text.partition("\n\n[cut: ")[0] if body.left_out else body.text
    assert clean.startswith(shown)
    assert len(shown) <= BODY_CHARS
    assert len(shown) + body.left_out == len(clean)
    assert body.left_out > 0 or len(clean) <= BODY_CHARS
    assert "MII" not in body.text
    assert "\u202e" not in body.text


SAID = st.text(st.sampled_from("ab 不对要按wrong:\"“”'/\n#->`|.?!…\\{}\u202e"), min_size=1, max_size=120)


ROLES = st.sampled_from(("human", "assistant", "tool_call"))


def called(command: str) -> str:
    """The call of a shell, as transcripts tell it."""
    return f"Bash {json.dumps({'command': command})}"


@given(st.lists(st.tuples(ROLES, SAID), max_size=8))
def test_a_draft_has_one_head_and_one_title_whatever_was_said(said: list[tuple[Role, str]]) -> None:
    turns = [
        Turn(source="codex", session="s", line=number, role=role, text=text if role != "tool_call" else called(text))
        for number, (role, text) in enumerate(said, 1)
    ]
    found = drafting.material(turns, "write-it", wording.opened)
    if found is None:
        return
    text = drafting.text(found, "write-it", "codex/s", "2026-07-11")
    front = front_matter.parse(text.splitlines(keepends=True))
    assert set(front.values) == {"name", "description"}
    assert front.get("name") == "write-it"
    assert [line for line in text.splitlines() if line.startswith("# ")] == ["# Write it"]
    assert invisible.shown(text) == text
