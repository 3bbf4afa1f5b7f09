"""Landlock's rights by the kernel's ABI; what they hold is shown in the table of denials."""

from __future__ import annotations

import errno

import pytest

from dreamd.worker import landlock


@pytest.mark.parametrize(
    ("abi", "files", "ports", "scopes"),
    [
        (1, 13, 0, 0),
        (2, 14, 0, 0),
        (3, 15, 0, 0),
        (4, 15, 2, 0),
        (5, 16, 2, 0),
        (6, 16, 2, 2),
        (7, 16, 2, 2),
        (8, 16, 2, 2),
        (9, 17, 2, 2),
        (10, 17, 4, 2),
        (99, 17, 4, 2),
    ],
)
def test_every_right_that_an_abi_knows_is_given_up(abi: int, files: int, ports: int, scopes: int) -> None:
    counts = [landlock.rights(known, abi).bit_length() for known in (landlock.FILES, landlock.PORTS, landlock.SCOPES)]
    assert counts == [files, ports, scopes]


def test_each_way_of_not_being_there_has_its_own_words() -> None:
    assert set(landlock.REASONS) == {errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM}
    assert "filter from outside" in landlock.REASONS[errno.EPERM]
    assert "kernel has none" in landlock.REASONS[errno.ENOSYS]
    assert "switched off" in landlock.REASONS[errno.EOPNOTSUPP]
