"""A memory file is cut between entries, paragraphs and fenced parts, never inside one."""

from __future__ import annotations

from dreamd.memory import blocks

PAGE = """---
name: "x"
---
# Title

Prose over
two lines.

**Why:** a reason.

**How to apply:** always.

## Rules
- One. [unconfirmed]
  Why: because.
  - Inner.

<!-- nobody
- sees this -->
```
- no entry
```
Last.
"""


def test_each_is_whole_and_has_its_headings() -> None:
    lines = PAGE.splitlines()
    found = blocks.split(lines, blocks.head(lines))
    assert [(one.entry.text, one.listed) for one in found] == [
        ("Prose over two lines.", False),
        ("One.", True),
        ("Inner.", True),
        ("``` - no entry ```", False),
        ("Last.", False),
    ]
    assert (found[0].entry.why, found[0].entry.how) == ("a reason.", "always.")
    assert [one.headings for one in found] == [("# Title",), ("## Rules",), (), (), ()]
    assert [one.entry.unconfirmed for one in found] == [False, True, False, False, False]
    assert lines[found[1].start : found[1].stop] == ["- One. [unconfirmed]", "  Why: because."]


def test_a_file_without_an_end_of_its_head_has_none() -> None:
    assert blocks.head(["---", "name: x"]) == 0
    assert blocks.head([]) == 0
    assert blocks.split([]) == ()
