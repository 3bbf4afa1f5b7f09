"""Whether a text gives orders to agents behind the person's back; pure.

What tells of such orders (a test string, a warning) gives none.
"""

from __future__ import annotations

import re

from dreamd.telltales import telltales

MARKS = (
    *(
        "you",
        ".env",
        "accept",
        "admin",
        "agent",
        "ai",
        "anybody",
        "anyone",
        "approve",
        "assistant",
        "attention",
        "bypass",
    ),
    *(
        "copy",
        "deactivate",
        "developer",
        "directive",
        "disable",
        "disregard",
        "endoftext",
        "exfiltrate",
        "forget",
    ),
    *(
        "forward",
        "grant",
        "human",
        "ignore",
        "im_end",
        "im_start",
        "important",
        "inst",
        "leak",
        "llm",
        "message",
        "note",
        "operator",
    ),
    *(
        "override",
        "owner",
        "person",
        "post",
        "prompt",
        "send",
        "switch off",
        "sys",
        "token",
        "transmit",
        "turn off",
        "upload",
    ),
    *("quietly", "silently", "secretly", "covertly", "discreetly", "unnoticed", "model", "claude", "summar"),
    *("user", "uthori", "without ", "pproved", "hide", "conceal"),
)
"""One of these stands in each English order."""
WORTH = telltales([MARKS])
ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b (?:\w+ ){0,3}?(?:previous|prior|above|earlier"
    r"|preceding|existing|system|safety|other|these|your|all)"
    r" (?:\w+ ){0,2}?(?:instructions?|prompts?|rules?|messages?|guidelines|directives|context|constraints|safeguards)"
    r"|\b(?:do not|don['’]?t|never) (?:tell|inform|mention|reveal|show|report|disclose|alert|notify"
    r"|warn)(?: \w+)?(?: this| that| it| anything)? ?(?:to )?(?:the )?(?:user|person|owner|human|operator"
    r"|developer|anyone|anybody)\b"
    r"|\bwithout (?:telling|informing|notifying|alerting|asking) (?:the )?(?:user|person|owner|human"
    r"|operator|developer|anyone|anybody)\b"
    r"|\b(?:hide|conceal|keep) (?:this|it|that|them|the \w+) (?:\w+ )?from (?:the )?(?:user|person|owner"
    r"|human|operator|developer)"
    r"|\byou are (?:now|no longer) (?:an?|in|the|bound|restricted|DAN)\b|\b(?:new|updated|real|hidden"
    r"|secret) (?:system )?(?:instructions?|prompt|directive)s?\s*:"
    r"|\b(?:from now on|henceforth),? you (?:are|must|will|shall) (?:act|be|behave|obey|comply|ignore|send|execute)"
    r"|\b(?:attention|important|note|message|instructions?) (?:to|for) (?:all )?(?:the )?(?:ai|llm|agents?"
    r"|assistants?|models?|claude|chatgpt|copilot)\b"
    r"|\b(?:as an? |dear )(?:ai|llm|assistant|agent|language model)\b,? (?:you )?(?:must|should|will|please|have to)"
    r"|<\|?/?(?:system|im_start|im_end|assistant|instructions?|inst|admin|endoftext)\b[^>]{0,40}\|?>"
    r"|\[/?(?:INST|SYSTEM|SYS)\]|^\s*(?:system|assistant|human)\s*:\s"
    r"|\b(?:send|post|upload|forward|exfiltrate|transmit|e?mail|leak|copy)\b (?:\w+ ){0,5}?(?:\.env"
    r"|secrets?|credentials?|passwords?|tokens?|api keys?|ssh keys?|private keys?|environment variables?"
    r"|env vars?|contents? of ~?/?\S+|\S*id_rsa|source code|chat history|conversation)\b.{0,40}\b(?:to|via"
    r"|into|at|using)\b"
    r"|\b(?:disable|turn off|switch off|deactivate) (?:\w+ ){0,2}?(?:sandbox\w*|safety (?:checks?|filters?)"
    r"|permission (?:checks?|prompts?)|approval\w*|guardrails?|content filter\w*)"
    r"|\b(?:all|any|every|these|the following) (?:commands?|actions?|operations?|tools?"
    r"|changes?)(?: \w+){0,4} (?:is|are) (?:pre-?(?:approved|authori[sz]ed)|automatically approved"
    r"|always approved|exempt from approval)"
    r"|\b(?:auto-?approve|automatically approve|always approve|grant|accept) (?:all|every|any|each"
    r"|full) (?:\w+ )?(?:commands?|tool calls?|requests?|actions?|permissions?|access|prompts?)"
    r"|\b(?:assistants?|agents?|models?|ai|llm|claude|copilot"
    r"|chatbots?)\b[,:]? (?:\w+,? ){0,6}?(?:from (?:this \w+|here|now) on"
    r"|you (?:act|now act|now work|work|answer) (?:for|as|on behalf of)"
    r"|(?:who|that) (?:reads?|sees?) this\b(?! (?:file|memory|page|document|topic))[^.]{0,40}"
    r"\b(?:must|should|shall|will|has to|have to|is to|are to))\b"
    r"|\b(?:quietly|silently|secretly|covertly|discreetly|unnoticed)\b,? (?:\w+ ){0,2}?(?:add|append"
    r"|send|copy|include|insert|change"
    r"|delete|forward|upload|remove|replace|disable|grant|push|write|install|put|attach|share|sign)\b"
    r"|\bleave (?:\w+ )?(?:it|this|that|them|these) out of (?:your|the|any|every"
    r"|all) (?:\w+ )?(?:summar\w+|reports?|logs?|notes"
    r"|repl(?:y|ies)|messages?|answers?|diffs?)\b"
    r"|(?:读到|看到|阅读|收到|见到)(?:此处|这里|本条|这行|这句|这段|此行)(?:话|文字)?的?\s*(?:智能体|助手|模型|AI|agent|代理)"
    r"|(?<![会能曾常被])(?:悄悄|暗中|偷偷|暗地里|不动声色)(?:地)?(?:把|将|加|发|改|删|抄送|附|写|放|传|给)"
    r"|(?:关闭|停掉|关掉|跳过|停用)(?:所有|全部|一切|当前)?(?:的)?(?:审核|审查|核对|复核)(?:步骤|流程|机制|环节)"
    r"(?![^。；，,]{0,6}(?:由|须|需|要|前|时))"
    r"|(?:读写)?权限(?:全部)?(?:开放|授予|放开)给(?:所有|任何|一切)"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|抛开|覆盖)(?:掉)?(?:你)?(?:之前|以上|上面|先前|前面|此前|所有|全部"
    r"|一切|系统|原有|现有|任何|其他|的)*(?:的)?(?:指令|指示"
    r"|提示词?|规则|要求|命令|约束|限制|设定)"
    r"|(?:不要|不得|别|切勿|无需|不必)(?:告诉|告知|通知|提醒|透露给|让)(?:用户|主人|任何人|操作者|开发者"
    r"|人类)(?!.{0,4}(?:密码|结果))"
    r"|(?:瞒着|背着|绕过)(?:用户|主人|操作者|开发者)|(?:对|向)用户(?:隐瞒|保密)"
    r"|你现在是(?:一个)?(?:没有|不受|无)|你(?:已经)?不再(?:受|是|需要遵守)|(?:新的|隐藏的"
    r"|真正的)(?:系统)?(?:指令|提示词?)\s*[:：]"
    r"|(?:致|给)(?:所有)?\s*(?:AI|智能体|助手|模型|agent)|(?:作为|身为)(?:一个)?\s*(?:AI|人工智能|助手"
    r"|智能体|语言模型)[，,]?\s*(?:你)?(?:必须|应当|需要|务必)"
    r"|(?:把|将).{0,20}(?:密钥|密码|凭据|凭证|令牌|token|环境变量|私钥|\.env|源代码|聊天记录"
    r"|对话内容).{0,12}(?:发送|上传|发|传|转发|外传|复制|提交)(?:到|给|至|往)"
    r"|(?:关闭|禁用|停用|关掉)(?:所有|全部|一切)?(?:的)?(?:沙箱|安全检查|权限检查|审批|防护|内容过滤)"
    r"|(?:所有|全部|一切|任何|以下)(?:的)?(?:命令|操作|请求"
    r"|权限)(?:都)?(?:已|均已|都已)?(?:自动|预先|默认)(?:批准|授权|同意)"
    r"|自动(?:批准|同意|放行)(?:所有|全部|一切|任何)",
    re.IGNORECASE | re.MULTILINE,
)
TOLD = re.compile(
    r"\b(?:prompt injection|injection|attack\w*|malicious|phishing|jailbreak\w*|test (?:string|case|fixture"
    r"|data|prompt)s?|fixtures?|samples?|strings? (?:like|such as)|texts? (?:like|such as)"
    r"|contain(?:s|ed|ing)?|never an order|no order|(?:had|held|read|carried|included) \W|exhibit"
    r"|(?:is|are|was) (?:never|no|not) an? (?:order|instruction|command)|phrases?|patterns?|detect\w*"
    r"|reject\w*|block\w*|refuse\w*|filter(?:s|ed)?|warn\w*|beware"
    r"|(?:is|are) (?:only |just |mere |plain |untrusted )?(?:data|text|user input|content)\b"
    r"|(?:shown|stored|printed|kept|passed) (?:as data|escaped|verbatim)|escape[ds]?"
    r"|(?:wrote|typed|entered|put|pasted|submitted|smuggled) \W"
    r"|(?:guest|visitor|attacker|stranger|customer|spammer|someone|somebody|caller|sender)s?"
    r" (?:wrote|typed|sent|entered|put|tried|pasted|submitted)"
    r"|treat(?:ed)? .{0,20} as (?:data|untrusted|hostile)|example of|known|report(?:s|ed)? it|never (?:obey"
    r"|follow)|do not (?:obey|follow))\b"
    r"|注入|攻击|恶意|测试(?:用例|数据|样例|字符串)|样例|检测|拒绝|拦截|过滤|警惕|套话|藏着|归档|样本"
    r"|当没看见|不执行|不照办|当作(?:普通)?(?:数据|文本)|只是(?:数据|文本)|转义|有人(?:在|把|曾|写|填)"
    r"|曾有人|诱导|不要(?:执行|遵守"
    r"|照做|听从)|不可信|示例",
    re.IGNORECASE,
)
"""The statement speaks about such orders."""
QUOTED = re.compile(r"[\"“「『‘'`][^\"”」』’'`\n]{3,200}[\"”」』’'`]")


def ordered(text: str) -> str:
    """The words of the order; empty where there is none."""
    if text.isascii() and not WORTH(text):
        return ""
    for match in ORDERS.finditer(text):
        inside = any(
            quote.start() < match.start() + 1 and match.end() <= quote.end() for quote in QUOTED.finditer(text)
        )
        denied = _denied(text, match.start())
        if not (TOLD.search(text) and (inside or denied)) and not (denied and HOW.match(match[0])):
            return " ".join(match[0].split())
    return ""


DENIED = re.compile(
    r"\b(?:never|not|don['’]?t|do not|no|must not|cannot|nobody|reject|refuse|block|forbid\w*|detect\w*"
    r"|that (?:say|ask|tell)s?)\b[^.;!?]{0,60}$|(?:不|别|禁止|拒绝|切勿|拦截|检测)[^。；！？]{0,20}$",
    re.IGNORECASE,
)


HOW = re.compile(r"quietly|silently|secretly|covertly|discreetly|unnoticed|悄|暗|偷|不动|关|停|跳", re.IGNORECASE)
"""What begins with one of these tells how a deed is done: a rule against that is a rule ("never silently delete")."""


def _denied(text: str, at: int) -> bool:
    return bool(DENIED.search(text[:at]))
