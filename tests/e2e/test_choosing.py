"""A model is chosen with open eyes: what init, config, doctor and once say before anything is sent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from dreamd.backends.scripted import honest
from dreamd.fakes import claude
from tests.e2e.test_shown import KEY, model

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Cli, Talk

MINE = '# mine\n[sources]\nexclude = ["/secret"]  # never\n\n[dream]\nminutes = 5.0\n#engine = "auto"\n'
SENT = "the redacted text of what you and the agent said in new sessions"


def mine(cli: Cli, text: str = MINE) -> Path:
    path = cli.own / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_choosing_a_model_changes_its_own_lines_and_no_other_byte(cli: Cli) -> None:
    path = mine(cli)
    ran = cli("init", "--engine", "anthropic")
    assert ran.code == 0
    assert "Changed engine in" in ran.out
    assert path.read_text() == MINE.replace('#engine = "auto"', 'engine = "anthropic"')
    assert cli("init", "--engine", "auto").code == 0
    assert path.read_text() == MINE.replace('#engine = "auto"', 'engine = "auto"')
    before = path.read_bytes()
    assert cli("init").code == 2
    assert cli("init", "--base-url", "no address").code == 2
    assert path.read_bytes() == before


def test_beginning_anew_keeps_the_old_file_however_often(cli: Cli) -> None:
    path = mine(cli)
    ran = cli("init", "--force", "--engine", "anthropic", "--model", "qwen3")
    assert "is kept as" in ran.out
    assert (cli.own / "config.toml.bak").read_text() == MINE
    assert 'engine = "anthropic"\n' in path.read_text()
    assert 'model = "qwen3"\n' in path.read_text()
    assert cli("init", "--force").code == 0
    assert (cli.own / "config.toml.bak").read_text() == MINE


def test_init_says_which_server_whose_key_up_to_what_and_what_leaves(cli: Cli) -> None:
    keyed = cli.having(ANTHROPIC_API_KEY=KEY)
    out = keyed("init", "--engine", "anthropic").out
    for told in ("claude-haiku-5-5 at api.anthropic.com", "key found in ANTHROPIC_API_KEY", "Ceilings: 0.50", SENT):
        assert told in out
    assert KEY not in out
    out = cli("init", "--base-url", "http://me:pass-word-1@localhost:11434", "--model", "qwen3").out
    for told in ("qwen3 at localhost:11434", "no key is sent", "free", "Goes to that server, on this machine"):
        assert told in out
    assert "pass-word-1" not in out
    assert "claude bills your plan" in cli("init", "--engine", "claude-cli").out
    assert "ANTHROPIC_API_KEY is set, so claude bills that" in keyed("init", "--engine", "claude-cli").out


def test_doctor_fails_where_the_chosen_model_cannot_be_asked(cli: Cli, tmp_path: Path) -> None:
    def row(asking: Cli) -> tuple[bool, str]:
        (found,) = [row for row in asking("doctor", "--json").document["checks"] if row["name"] == "model"]
        return found["ok"], found["detail"]

    assert "model" not in {row["name"] for row in cli("doctor", "--json").document["checks"]}
    mine(cli, '[dream]\nengine = "anthropic"\nkey_env = "MY_KEY"\n')
    ok, told = row(cli)
    assert (ok, "MY_KEY is not set" in told) == (False, True)
    ok, told = row(cli.having(MY_KEY=KEY))
    assert (ok, "key found in MY_KEY" in told, KEY in told) == (True, True, False)
    mine(cli, '[dream]\nengine = "claude-cli"\n')
    path = claude.install(tmp_path / "bin", [claude.said("x")])
    assert row(cli.having(PATH=path))[0] is True
    (tmp_path / "bin" / "claude").unlink()
    assert row(cli.having(PATH=path))[0] is False


def test_config_shows_an_address_from_the_environment_without_its_credentials(cli: Cli) -> None:
    ran = cli.having(ANTHROPIC_BASE_URL="http://me:hunter2hunter2@proxy.example:8080")("config", "--json")
    (row,) = [row for row in ran.document["settings"] if row["key"] == "dream.base_url"]
    assert (row["origin"], "proxy.example" in row["value"]) == ("ANTHROPIC_BASE_URL", True)
    assert "hunter2" not in ran.out
    mine(cli, '[dream]\nbase_url = "http://me:pw@h.example/x?key=12345"\n')
    ran = cli("config")
    assert "h.example/x" in ran.out
    assert not {"pw", "me:", "12345"} & set(re.split(r"[@/?=\"]", ran.out))


def test_a_configuration_behind_a_link_stays_there_with_its_rights(cli: Cli, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text(MINE)
    real.chmod(0o644)
    cli.own.mkdir(parents=True)
    (cli.own / "config.toml").symlink_to(real)
    assert cli("init", "--engine", "anthropic").code == 0
    assert (cli.own / "config.toml").is_symlink()
    assert 'engine = "anthropic"' in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o644


def test_what_a_dream_may_cost_is_said_first_as_a_range_that_holds(cli: Cli, talk: Talk) -> None:
    talk("one", "Always use pnpm here.", "> Noted.")
    with model(cli, honest.answer) as (asking, server):
        ran = asking("once", "--dry-run", "--json")
        (cost,) = [dream["cost_usd"] for dream in ran.document["dreams"]]
        first, second, *_ = ran.err.splitlines()
        assert f"anthropic claude-haiku-5-5 at {server.url.removeprefix('http://')}: 1 session of shop; " in first
        least, most = (float(word) for word in first.removesuffix(" dollars").split(", ")[-1].split(" to "))
        assert 0 < least <= cost <= most
        assert "never more than 0.50 a project; 5.00 left this month" in second
        assert "tokens" not in asking("once", "--gated").out, "a timer is told nothing"
    assert "costs as much as the dream" in " ".join(cli("once", "--help").out.split())


def test_what_was_read_before_counts_from_its_beginning(cli: Cli, talk: Talk) -> None:
    talk("one", *["Please look at the checkout page, it is slow again. " * 40, "> Done."] * 20)
    cli.once()
    with model(cli, honest.answer) as (asking, _):
        ran = asking("once", "--again", "--dry-run", "--json")
    most = ran.err.split(" tokens")[0].rpartition(" to ")[2]
    assert int(most.replace(",", "")) > 400_000


@pytest.mark.parametrize("setting", ["max_usd_per_dream", "max_usd_per_month"])
def test_a_dream_that_must_pass_a_ceiling_is_not_begun_and_says_so(cli: Cli, talk: Talk, setting: str) -> None:
    talk("one", "Always use pnpm here.")
    with model(cli, honest.answer, f"{setting} = 0.0001") as (asking, server):
        ran = asking("once", "--yes")
        assert (ran.code, server.seen) == (0, [])
        assert "shop: skipped: it would take at least 0.00" in ran.out
        assert f"raise [dream] {setting}" in ran.out
        assert "needs you" in asking("status").out


def test_the_example_is_free_without_an_engine_and_heeds_the_settings_with_one(cli: Cli) -> None:
    with model(cli, honest.answer) as (asking, server):
        assert asking("once", "--example").code == 0
        assert server.seen == []
        ran = asking("once", "--example", "--engine", "anthropic", "--yes")
        assert ran.code == 0
        assert server.seen
        assert " dollars)" in ran.out
        assert "this month 0.0" in asking("status").out, "what the example cost counts"


def test_the_example_says_that_its_directory_may_be_deleted(cli: Cli, tmp_path: Path) -> None:
    out = cli.having(TMPDIR=str(tmp_path))("once", "--example").out
    (scratch,) = tmp_path.glob("dreamd-example-*")
    assert out.endswith(f"it may be deleted: rm -r {scratch}\n")
