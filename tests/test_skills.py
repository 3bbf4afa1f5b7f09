"""The library of skills: the catalogue from heads, the text on demand, and what is neither read nor followed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec
import pytest

from dreamd import skills
from dreamd.errors import StoreError
from dreamd.memory.layout import Workspace
from dreamd.skills import BODY_CHARS, HEAD_CHARS, Shelf

if TYPE_CHECKING:
    from pathlib import Path

    from dreamd.paths import Places

KEY = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 20 + "-----END PRIVATE KEY-----"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """An empty one."""
    path = tmp_path / "skills"
    path.mkdir()
    return Shelf(path=path, origin="workspace")


def put(shelf: Shelf, name: str, text: str = "", description: str = "Use when somebody asks for it") -> Path:
    """A skill in its folder, or flat where the name says so."""
    path = shelf.path / (name if name.endswith(".md") else f"{name}/SKILL.md")
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"---\ndescription: {description}\n---\n{text}", "utf-8")
    return path


def one(shelf: Shelf) -> skills.Skill:
    (found,) = skills.catalogue([shelf])
    return found


def test_the_catalogue_tells_what_each_is_for_and_where_it_lies(shelf: Shelf) -> None:
    folder, flat = put(shelf, "write-standup", description="每天写站会消息"), put(shelf, "nginx-5xx.md", "# Evidence")
    found = skills.catalogue([shelf])
    assert [(item.name, item.description, item.path) for item in found] == [
        ("nginx-5xx", "Use when somebody asks for it", flat),
        ("write-standup", "每天写站会消息", folder),
    ]
    assert [item.origin for item in found] == ["workspace", "workspace"]


def test_a_flat_file_with_nothing_but_a_description_is_a_skill(shelf: Shelf) -> None:
    (shelf.path / "disk-full.md").write_text("---\ndescription: 磁盘满了\n---\n# 证据清单\n1. df -h\n", "utf-8")
    (shelf.path / "README.md").write_text("# These are our skills\n", "utf-8")
    library = skills.look([shelf])
    assert [item.name for item in library.skills] == ["disk-full"]
    assert [item.reason for item in library.left_alone] == ["no_description"]
    assert skills.body(one(shelf)).text == "# 证据清单\n1. df -h"


def test_a_description_behind_the_head_is_not_found(shelf: Shelf) -> None:
    path = put(shelf, "long-head")
    for length, told in ((HEAD_CHARS - 100, "Use it"), (HEAD_CHARS, "")):
        path.write_text(f"---\nlicense: {'x' * length}\ndescription: Use it\n---\n", "utf-8")
        assert one(shelf).description == told


def test_the_first_shelf_counts_where_two_have_the_name(shelf: Shelf, tmp_path: Path) -> None:
    other = Shelf(path=tmp_path / "others", origin="shipped")
    other.path.mkdir()
    mine = put(shelf, "dream", "mine")
    put(other, "dream", "shipped")
    assert [item.path for item in skills.catalogue([shelf, other])] == [mine]
    assert [item.origin for item in skills.catalogue([other, shelf])] == ["shipped"]


@pytest.mark.parametrize("name", ["..", "a b", "-x", "a\u202eb", "a\u3164b", "a.b", "x" * 65, "a\nb"])
def test_a_name_that_is_none_is_told_and_not_read(shelf: Shelf, name: str) -> None:
    if name != "..":
        put(shelf, name, "text")
    library = skills.look([shelf])
    assert library.skills == ()
    assert [item.reason for item in library.left_alone] == (["odd_name"] if name != ".." else [])
    assert all(item.path.isprintable() for item in library.left_alone)


def test_links_and_special_files_are_left_alone_and_told(shelf: Shelf, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere"
    secret.mkdir()
    (secret / "SKILL.md").write_text("---\ndescription: Use it always\n---\nstolen", "utf-8")
    (shelf.path / "linked").symlink_to(secret)
    (shelf.path / "linked-file").mkdir()
    (shelf.path / "linked-file" / "SKILL.md").symlink_to(secret / "SKILL.md")
    (shelf.path / "flat.md").symlink_to(secret / "SKILL.md")
    (shelf.path / "twin").mkdir()
    os.link(secret / "SKILL.md", shelf.path / "twin" / "SKILL.md")
    os.mkfifo(shelf.path / "pipe.md")
    (shelf.path / "huge.md").write_text("x" * 300_000)
    (shelf.path / "latin.md").write_bytes(b"---\ndescription: caf\xe9\n---\n")
    library = skills.look([shelf])
    assert library.skills == ()
    told = {item.path.rpartition("/skills/")[2]: item.reason for item in library.left_alone}
    assert told == {
        "linked": "symlink",
        "linked-file/SKILL.md": "symlink",
        "flat.md": "symlink",
        "twin/SKILL.md": "hard_link",
        "pipe.md": "special",
        "huge.md": "too_large",
        "latin.md": "not_utf8",
    }


def test_a_text_that_became_a_link_meanwhile_is_not_read(shelf: Shelf, tmp_path: Path) -> None:
    path = put(shelf, "write-notes", "text")
    skill = one(shelf)
    path.parent.rename(tmp_path / "moved")
    path.parent.symlink_to(tmp_path / "moved")
    with pytest.raises(StoreError, match="symlink"):
        skills.body(skill)


def test_a_shelf_may_be_a_link_but_a_projects_leads_nowhere_else(shelf: Shelf, tmp_path: Path) -> None:
    put(shelf, "write-notes")
    project = tmp_path / "clone"
    (project / ".claude").mkdir(parents=True)
    (project / ".claude" / "skills").symlink_to(shelf.path)
    mine = Shelf(path=project / ".claude" / "skills", origin="personal")
    assert [item.name for item in skills.catalogue([mine])] == ["write-notes"]
    theirs = Shelf(path=mine.path, origin="project", within=project)
    library = skills.look([theirs])
    assert (library.skills, [item.reason for item in library.left_alone]) == ((), ["outside"])


def test_twenty_thousand_characters_are_shown_whole_and_one_more_is_cut_with_a_note(shelf: Shelf) -> None:
    line = "x" * 99 + "\n"
    path = put(shelf, "check-everything", line * (BODY_CHARS // 100) + "y")
    assert skills.body(one(shelf)).left_out == 1 + 1  # the line end before it goes, too
    shown = skills.body(one(shelf)).text
    assert shown.endswith(f"[cut: 2 of {BODY_CHARS + 1} characters are left out; the rest: {path}]")
    path.write_text(path.read_text("utf-8")[:-2], "utf-8")
    assert skills.body(one(shelf)) == skills.Body(text=(line * (BODY_CHARS // 100)).rstrip("\n"))


def test_what_is_read_holds_no_secret_and_the_file_stays_as_it_is(shelf: Shelf) -> None:
    filler = "a line\n" * (BODY_CHARS // 7 - 20)
    path = put(shelf, "rotate-keys", f"{filler}{KEY}\nrest\n" + "more\n" * 2_000, description=f"Use it with {KEY[:60]}")
    before = path.read_bytes()
    for text in (one(shelf).description, skills.body(one(shelf)).text):
        assert "MII" not in text
    assert "[REDACTED:" in skills.body(one(shelf)).text
    assert path.read_bytes() == before


def test_hidden_characters_are_shown(shelf: Shelf) -> None:
    put(shelf, "read-mail", "do\u200bit \u202egnp", description="Use\u200b it")
    assert one(shelf).description == "Use\\u200b it"
    assert skills.body(one(shelf)).text == "do\\u200bit \\u202egnp"


def test_where_skills_lie_in_either_layout(places: Places, home: Path, tmp_path: Path) -> None:
    shop = home / "shop"
    claude = Workspace(name="shop", root=home / ".claude/projects/-shop/memory", layout="claude-code", project=shop)
    assert [(item.origin, item.path) for item in skills.shelves(places, claude)][:2] == [
        ("me", places.workspaces / "me" / "skills"),
        ("personal", home / ".claude" / "skills"),
    ]
    assert [item.origin for item in skills.shelves(places, claude)] == ["me", "personal", "shipped", "project"]
    own = Workspace(name="shop", root=tmp_path / "own/workspaces/shop", layout="workspace", project=shop)
    assert [item.origin for item in skills.shelves(places, own)] == ["workspace", "me", "shipped"]
    assert skills.shelves(places, own)[0].path == own.root / "skills"
    assert [item.origin for item in skills.shelves(places)] == ["me", "personal", "shipped"]
    assert skills.personal(places) == home / ".claude" / "skills"
    elsewhere = msgspec.structs.replace(places, environment={"CLAUDE_CONFIG_DIR": str(tmp_path / "conf")})
    assert skills.personal(elsewhere) == tmp_path / "conf" / "skills"
