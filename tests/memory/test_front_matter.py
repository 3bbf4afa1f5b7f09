"""The head of a topic: read by whatever hand it was written, edited a line at a time."""

from __future__ import annotations

import pytest

from dreamd.memory import front_matter


def read(text: str) -> front_matter.Front:
    return front_matter.parse(text.splitlines(keepends=True))


@pytest.mark.parametrize(
    ("head", "values"),
    [
        ('name: "Release process"\n', {"name": "Release process"}),
        ("name: pytest: fixtures\n", {"name": "pytest: fixtures"}),
        ("name: it's 'odd\ntype: user\n", {"name": "it's 'odd", "type": "user"}),
        ("country: NO\ntime: 12:30\nversion: 1.10\n", {"country": "NO", "time": "12:30", "version": "1.10"}),
        ("created: 2026-01-15\n", {"created": "2026-01-15"}),
        ("description: >\n  folded\n  text\n", {"description": "folded text\n"}),
        (
            "metadata:\n  node_type: memory\n  type: feedback\n",
            {"metadata.node_type": "memory", "metadata.type": "feedback"},
        ),
        (
            "name: a: b\nmetadata:\n  type: user\n  x: c: d\n",
            {"name": "a: b", "metadata.type": "user", "metadata.x": "c: d"},
        ),
        ('name: "a: b"\nbad: c: d\n', {"name": "a: b", "bad": "c: d"}),
        ("name: 'single'\nbad: c: d\n", {"name": "single", "bad": "c: d"}),
        ('name: "cut \\\nbad: c: d\n', {"name": '"cut \\', "bad": "c: d"}),
        ("# a comment\ntags: [a, b]\nname: x\n", {"name": "x"}),
        ("? [a]\n: b\n", {}),
        ("just text\n", {}),
        ("- a\n- list\n", {}),
        ("", {}),
    ],
)
def test_values_are_text_whatever_they_look_like(head: str, values: dict[str, str]) -> None:
    assert read(f"---\n{head}---\nbody\n").values == values


@pytest.mark.parametrize("start", ["---\n", "\ufeff---\n", "---\r\n", "---  \n"])
def test_byte_order_marks_and_line_ends_hide_no_head(start: str) -> None:
    front = read(f"{start}name: x\r\n---\r\nbody")
    assert (front.get("name"), front.stop) == ("x", 3)


@pytest.mark.parametrize("text", ["", "body\n", "\n---\nname: x\n---\n", "---\nname: x\n", "----\nname: x\n----\n"])
def test_a_file_without_a_head_has_none(text: str) -> None:
    assert read(text) == front_matter.Front()


def test_the_form_that_claude_code_rewrites_to_is_read_alike() -> None:
    assert read("---\nname: x\nmetadata:\n  type: feedback\n---\n").get("type") == "feedback"
    assert read("---\ntype: user\nmetadata:\n  type: feedback\n---\n").get("type") == "user"


def test_a_hostile_head_is_read_line_by_line() -> None:
    bomb = "a: &a [x,x]\n" + "".join(f"b{n}: &b{n} [*a,*a]\n" for n in range(500)) + "name: fine\n"
    assert read(f"---\n{bomb}---\n").get("name") == "fine"
    assert read("---\nname: " + "[" * 5000 + "\n---\n").get("name").startswith("[[[")


def test_an_edit_changes_its_line_alone() -> None:
    head = "# kept\r\nname: 'odd'   # why not\r\nupdated: >\r\n  2026-01-01\r\nunknown: [a,  b]\r\n"
    text = f"\ufeff---\r\n{head}---\r\nbody"
    lines = text.splitlines(keepends=True)
    after = "".join(front_matter.edit(lines, front_matter.parse(lines), "updated", "2026-02-02"))
    assert after == text.replace(">\r\n  2026-01-01", "2026-02-02")


def test_a_key_that_is_not_there_is_not_added() -> None:
    lines = ["---\n", "name: x\n", "---\n", "updated: in the body\n"]
    assert front_matter.edit(lines, front_matter.parse(lines), "updated", "2026-02-02") == lines


def test_a_head_is_written_with_quoted_strings_and_bare_dates() -> None:
    assert front_matter.render({"name": 'a "b": #c', "type": "user", "created": "2026-01-01", "updated": "no"}) == [
        "---",
        'name: "a \\"b\\": #c"',
        "type: user",
        "created: 2026-01-01",
        'updated: "no"',
        "---",
    ]
