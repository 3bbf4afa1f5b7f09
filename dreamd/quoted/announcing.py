"""How people announce what they show of somebody else's."""

from __future__ import annotations

import re

SOURCE = (
    r"(?:(?:read ?me|wiki|page|(?:web ?)?site|docs?|documentation|document|manual|guides?|guidelines?|handbook|article"
    r"|post|blog|tutorial|thread|comment|issue|ticket|mail|e-?mail|message|letter|memo|log|output|error|tool|file|spec"
    r"|specification|faq|changelog|stack ?overflow|chat ?gpt|gpt-?[\d.]*\w?|claude|gemini|copilot|llm|ai|bot|assistant"
    r"|model|agent|linter|reviewer|internet|google|answer|review|prompt|note|snippet|text|header|footer|banner|transcript"
    r"|slack|teams|discord|conventions? (?:file|doc\w*)|seite|doku|dokumentation|anleitung|nachricht|artikel|página)s?"
    r"|[\w./-]{1,40}\.(?:md|txt|rst|html?|ya?ml|json|toml|ini|cfg|py|js|ts|mdc))"
)
"""Who or what speaks without being there."""
UTTERED = r"reply|response|summary|take|advice|reaction|statement|opinion|verdict|conversation"
INTRODUCED = re.compile(
    r"\b(?:from|here(?:['’]s| is| are)|this is|these are|got|received|found|see|following|below (?:is|are)"
    rf"|according to|quoting|quote|copied|pasted|excerpt|laut|aus)\b[^\n.!?:：;]{{0,60}}?(?P<owner>\b(?:my|our)\s+)?"
    rf"\b(?:{SOURCE}|feedback|quote|excerpt|paste|conversation|style guide)\b[^\n.!?:：;]{{0,40}}[:：](?=\s|[\"“„«]|$)"
    rf"|(?:^|(?<=[.!?] ))(?:quote|quoted|quotation|excerpt|pasted?|copied|zitat)\b[^\n.!?:：]{{0,40}}[:：](?=\s|$)"
    rf"|\b(?:this|that|\w{{1,30}}['’]s)\s+{SOURCE}\s?[:：](?=\s|[\"“„«]|$)|(?:引用|原文)\s?[:：]",
    re.IGNORECASE,
)
PASSED_ON = re.compile(
    r"\b(?:sent|forwarded|received"
    r"|(?:got|getting|found) (?:this|these|that|it|the|an?)|gave (?:me|us)|copied|pasted|came (?:in|from|by))\b"
    r"[^\n.!?:：;]{0,60}[:：](?=\s|[\"“„«]|$)"
    rf"|\b(?:their|his|her|previous|earlier|\w{{1,30}}['’]s)\s+(?:\w+ )?(?:{SOURCE}|{UTTERED})"
    r"(?:\s+(?:is|was))?\s?[:：](?=\s|$)"
    rf"|\bthe\s+(?:{SOURCE}|{UTTERED})\s+was\s?[:：](?=\s|$)"
    rf"|\b(?:{SOURCE}|feedback)\s(?:by|from)\s[^\n.!?:：;]{{1,40}}[:：](?=\s|$)"
    r"|\bcontents? of\s[^\n.!?:：;]{0,40}[\w.]{0,40}[:：](?=\s|$)"
    r"|\b(?:per|via|laut|according to)\s(?-i:@?[A-Z][a-z]+)\s?[:：](?=\s|$)|\brt\s@\w{1,30}\s?[:：](?=\s|$)"
    r"|\b(?:what does|is)\s(?:this|that)\s(?:mean|true|right|correct|ok|okay|wrong)\s?[:：](?=\s|$)"
    r"|(?:发来|转发|收到|客户|用户|同事|报错|以下是?|这是)(?!我)[^\n，。！？：:]{0,10}"
    r"(?:文档|邮件|消息|网页|页面|内容|反馈|日志|输出|回复|原文|记录|对话|文章|评论|信息)[^\n，。！？：:]{0,6}[：:]",
    re.IGNORECASE,
)
"""Hands on what somebody else wrote."""
LABELLED = re.compile(
    rf"(?:(?:[^\n.!?:：;]{{0,60}}\s)?(?:{SOURCE}|conversation|response|results?|feedback)(?:\s(?:of|from|by)\s[^\n.!?:：;]{{0,40}})?"
    r"|(?:from|via|source|quelle|来自)\s?(?!now\b|here\b|then\b|today\b)[^\n.!?:：;]{1,40}"
    r"|[^\n，。！？：:]{0,12}(?:文档|邮件|消息|网页|页面|反馈|日志|输出|回复|原文|记录|文章|评论)(?:里|上|中)?的?(?:内容|正文)?(?:如下)?)\s?[:：]$"
    r"|(?:file|datei|path|文件)\s?[:：]\s*[\w./-]{1,80}\.\w{1,5}$",
    re.IGNORECASE,
)
"""A line that names where the lines below come from."""
FROM = re.compile(r"\s(?:from|by)\s", re.IGNORECASE)
ITEM = re.compile(r"(?:[-*+•]|\d{1,3}[.)、])\s*\S")
SHOWN = re.compile(
    r"\b(?:summari[sz]e|translate|proofread|rephrase|rewrite|paraphrase|comment on|thoughts (?:on|about)"
    r"|opinion (?:on|about)|think (?:of|about)|fix the (?:grammar|typos) (?:of|in))\s+"
    r"(?:this|these|the following)\b[^\n.!?:：]{0,60}[:：](?=\s|[\"“„«]|$)"
    r"|\b(?:explain|review|check|analy[sz]e|look at)\s+(?:this|these)\b"
    r"(?!\s+(?:idea|plan|approach))[^\n.!?:：]{0,60}[:：]\s*$"
    r"|(?:总结|翻译|解释|润色|审阅|分析|看看|看一?下|检查)(?:一下)?(?:这|以下|下面)[^\n。！？：:]{0,20}[:：]",
    re.IGNORECASE,
)
URL = re.compile(r"\s*(?:https?://|[~.]{0,2}/)\S+\s*$")
