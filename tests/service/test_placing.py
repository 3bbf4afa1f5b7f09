"""Service files in their place: ours are replaced, those of others are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dreamd.service import marking, placing

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = marking.marked("[Service]\nNice=1\n"), marking.marked("[Service]\nNice=2\n")


def test_the_mark_tells_our_own_file_from_one_that_was_edited_and_from_one_of_others() -> None:
    assert marking.whose(OLD.encode()) == "ours"
    assert marking.whose(OLD.replace("Nice=1", "Nice=9").encode()) == "edited"
    assert marking.whose(b"[Service]\nNice=1\n") == "foreign"
    assert marking.whose(b"\xff\xfe") == "foreign"
    page = marking.marked("<?xml?>\n<plist/>\n", xml=True)
    assert page.splitlines()[0] == "<?xml?>"
    assert marking.whose(page.encode()) == "ours"
    assert marking.whose(page.replace("plist", "list").encode()) == "edited"


def test_what_is_as_it_should_be_is_no_change(tmp_path: Path) -> None:
    (tmp_path / "a.service").write_text(OLD)
    assert placing.compare(tmp_path, {"a.service": OLD}, ["b.service"]) == []


def test_a_file_of_ours_is_replaced_and_no_copy_kept(tmp_path: Path) -> None:
    (tmp_path / "a.service").write_text(OLD)
    changes = placing.compare(tmp_path, {"a.service": NEW}, [])
    assert [change.whose for change in changes] == ["ours"]
    assert [line for line in placing.told(changes) if line[0] in "+-"][2:] == ["-Nice=1", "+Nice=2"]
    assert placing.apply(tmp_path, changes) == []
    assert [path.name for path in tmp_path.iterdir()] == ["a.service"]
    assert (tmp_path / "a.service").read_text() == NEW


def test_what_somebody_edited_is_kept_beside_it_whenever_it_is_replaced(tmp_path: Path) -> None:
    unit = tmp_path / "a.service"
    for number, edited in enumerate(("first", "second")):
        unit.write_text(OLD + edited)
        changes = placing.compare(tmp_path, {"a.service": NEW}, [])
        assert [change.whose for change in changes] == ["edited"]
        (kept,) = placing.apply(tmp_path, changes)
        assert kept.read_text() == OLD + edited
        assert kept.name == f"a.service.bak{number or ''}"


def test_a_link_is_somebody_elses_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").write_text("theirs")
    (tmp_path / "a.service").symlink_to("dotfiles")
    (change,) = placing.compare(tmp_path, {"a.service": NEW}, [])
    assert change.whose == "foreign"
    placing.apply(tmp_path, [change])
    assert not (tmp_path / "a.service").is_symlink()
    assert (tmp_path / "dotfiles").read_text() == "theirs"
    assert (tmp_path / "a.service.bak").is_symlink()


def test_taking_away_leaves_files_and_drop_ins_of_others(tmp_path: Path) -> None:
    folder = tmp_path / "a.service.d"
    folder.mkdir()
    (folder / "ours.conf").write_text(OLD)
    (folder / "theirs.conf").write_text("[Service]\n")
    (tmp_path / "b.service").write_text("[Service]\n")
    changes = placing.compare(tmp_path, {}, ["a.service.d/ours.conf", "b.service", "c.service"])
    assert [change.name for change in changes] == ["a.service.d/ours.conf"]
    placing.apply(tmp_path, changes)
    assert [path.name for path in folder.iterdir()] == ["theirs.conf"]
    (folder / "theirs.conf").unlink()
    (folder / "ours.conf").write_text(OLD)
    placing.apply(tmp_path, changes)
    assert not folder.exists()
