"""Whether lines with a label before a colon are people's talk, or the points of a person's own list."""

from __future__ import annotations

import re

LABEL = re.compile(
    r"(?P<who>[@\w\u3400-\u9fff][\w.'’()@ -]{0,40}?)\s?[:：](?:\s+(?P<words>\S.*)|(?P<bare>$)|(?<=：)(?P<cjk>\S.*))"
)
MACHINE = re.compile(
    r"(?:user|human|assistant|system|agent|you|me|bot|claude|chatgpt|gpt-?\d?|q|a|用户|助手|问|答)$", re.IGNORECASE
)
"""Who speaks in a talk with an agent, or in questions and answers."""
TOPIC = re.compile(
    r"\b(?:rules?|notes?|todo|remember|important|always|never|do|don'?t|prefer\w*|names?|tests?|lint|format|docs?|code"
    r"|comments?|backend|frontend|front|back|server|client|apis?|db|stack|language|library|lib|tool|build|deploy|ci|cd"
    r"|version|indent|imports?|types?|errors?|logs?|config|env|port|url|host|path|files?|folder|goal|task|context"
    r"|background|issue|problem|bug|fix|step|phase|part|option|question|answer|summary|input|output|expected|actual|current"
    r"|example|edit|update|ps|p\.s\.|fyi|btw|reason|why|how|what|when|where|who|which|if|for|in|on|also|first|second|third"
    r"|one|two|three|ui|ux|css|html|python|js|ts|javascript|typescript|go|rust|java|sql|git|prs?|review|tone|zone"
    r"|date|unit|role|team|project|repo|prod|dev|staging|from|to|source|target|status|title|key|value|good|bad|before|after|yes|pros?|cons?|and|or|the|a|an"
    r"|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b"
    r"|(?:s|ing|tion|ment|ance|ence|ity|ness|ure|age|ism|ware|base|end|ly)$"
    r"|规则|规范|约定|注意|要求|说明|语言|端|测试|提交|命名|风格|格式|目标|任务|背景|问题|原因|步骤|记住|偏好|环境|注释|文档|库|部署|接口|框架|工具|版本"
    r"|方案|第|总结|例",
    re.IGNORECASE,
)
"""Labels that name what a person speaks of."""
NAME = re.compile(
    r"@[\w.-]{2,30}$|[A-Z][a-z]{1,14}(?: [A-Z][\w.'’-]{0,20})?(?: \([^()]{1,20}\))?$|[\u3400-\u9fff]{2,3}$"
)
REPLY = re.compile(
    r"(?:ok(?:ay)?|yes|yeah|yep|no|nope|sure|thanks?|thx|lol|agreed?|sounds|great|nice|hi|hello|hey|hm+|np|done|will do"
    r"|good|right|true|cool|\+1|👍|i|i'\w+|we|you)\b|.*[?？]|@\w|[好是嗯行对不]|可以|收到|谢谢|我|你",
    re.IGNORECASE,
)
"""What people say to each other."""
ABOUT = re.compile(r"(?:owns|is|has|does|handles|reviews|maintains|leads|approves|knows)\b|负责|管", re.IGNORECASE)
"""What is told of a person and not by them."""
SINGLE = re.compile(r"\w$")


def talk(lines: list[str]) -> bool:
    """Whether the labels of these lines are the names of at least two who speak to each other."""
    found = [match for line in lines if (match := LABEL.match(line))]
    names = [match["who"].lower() for match in found]
    if len(set(names)) <= 1:
        return False
    if sum(bool(MACHINE.match(name)) for name in set(names)) > 1:
        return True
    topics = sum(bool(TOPIC.search(name) or SINGLE.match(name)) for name in names)
    if topics * 2 >= len(names):
        return False
    if sum(bool(ABOUT.match(match["words"] or match["cjk"] or "")) for match in found) * 2 > len(found):
        return False
    answers = any(REPLY.match(match["words"] or match["cjk"] or "") for match in found)
    return answers or len(set(names)) < len(names) or all(NAME.match(match["who"]) for match in found)
