"""Tells what has no place in the resident layer: to-dos, accounts of incidents, old states, what the host says anyway.

It goes by signs in the words, so it may err either way: what it says is for a person, and nothing is changed for it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dreamd.memory import admission

if TYPE_CHECKING:
    from collections.abc import Collection

    from dreamd.records import Entry

DAYS = "week|month|night|monday|tuesday|wednesday|thursday|friday"
ON_DATE = re.compile(rf"\b20\d\d-\d\d-\d\d\b|\b(?:yesterday|last (?:{DAYS}))\b|昨天|上周|上个?月", re.IGNORECASE)
TODO = re.compile(
    r"^\[[ xX]\]\s|\b(?:TODO|FIXME|WIP)\b|(?i:^(?:to[- ]do|next steps?|remaining|pending|in progress|done)\s*:)"
    r"|(?i:\b(?:still (?:needs?|have|has) to|not (?:yet )?finished|is in progress|work in progress)\b)"
    r"|待办|尚未完成|进行中|下一步"
)
HAPPENED = re.compile(
    r"\b(?:failed|crashed|broke|went down|was down|leaked|lost|deleted|overwrote|corrupted|outage|timed out)\b"
    r"|故障|宕机|崩溃|丢失|误删",
    re.IGNORECASE,
)
ACCOUNT = re.compile(
    r"\b(?:post-?mortem|root cause (?:was|is)|incident (?:on|of|in|report))\b|事故报告|复盘", re.IGNORECASE
)
STATE = re.compile(
    r"\b(?:as of|currently|at the moment|right now|for now|this (?:week|sprint|month)|until further notice|so far)\b"
    r"|目前|截至|暂时|现阶段|本周|\b\d{1,3} ?% (?:full|done|complete)\b",
    re.IGNORECASE,
)

AGENTS = (
    r"claude(?: code)?|codex(?: cli)?|gemini(?: cli)?|chatgpt|gpt-?[\w.]+|copilot|cursor|opencode|qwen(?: code)?|goose"
    r"|amp|cline|aider"
    r"|an? (?:interactive )?(?:cli (?:tool|agent)|coding (?:agent|assistant)|ai (?:coding )?(?:agent|assistant|model))"
)
TOOLS = (
    "todowrite|todoread|taskcreate|taskupdate|multiedit|notebookedit|exitplanmode|enterplanmode|askuserquestion|websearch"
    "|webfetch|update_plan|apply_patch|exec_command|run_shell_command|write_todos|read_many_files|read_file|write_file"
    "|save_memory|str_replace_editor|search_file_content"
)
HOSTS = re.compile(
    rf"^you are (?:{AGENTS})\b|\bpowered by (?:the )?model\b|\bknowledge cut-?off\b|<(?:system-reminder|env)>"
    rf"|\b(?:anthropic|openai|google)['’]s (?:official|agentic) (?:cli|coding)\b"
    rf"|(?<!not )(?<!never )(?<!don['’]t )\b(?:use|call|invoke) (?:of )?(?:the )?`?(?:{TOOLS})\b"
    r"|\b(?:displayed|rendered|shown) (?:on|in) a (?:command[- ]line interface|terminal|monospace font)\b"
    r"|^你是 ?(?:claude|codex|gemini|chatgpt|copilot|cursor|一个?(?:编程|代码|AI) ?(?:助手|代理|智能体))",
    re.IGNORECASE,
)
"""What agents are told by the programs that run them: who they are, and to use those programs' own tools."""


def misplaced(entry: Entry, told: Collection[str]) -> str:
    """Why the entry has no place at every start; empty where nothing speaks against it.

    Args:
        entry: what stands there.
        told: statements of the host's own instructions (``admission.folded``).
    """
    said = f"{entry.text} {entry.why}"
    if TODO.search(entry.text):
        return "to-dos and progress are over sooner than they are read"
    if ACCOUNT.search(entry.text) or (ON_DATE.search(entry.text) and HAPPENED.search(entry.text)):
        return "the account of an incident belongs in a topic; its lesson is one rule"
    if STATE.search(said):
        return "a state that passes is soon wrong, and every session starts with it"
    if admission.folded(entry.text) in told:
        return "CLAUDE.md, AGENTS.md or GEMINI.md says this already, and agents read that anyway"
    if HOSTS.search(entry.text):
        return "the program that runs the agent tells it so anyway"
    return ""
