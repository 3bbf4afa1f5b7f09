"""How agents are to talk and write: what people want either this way or that, in English and Chinese."""

from __future__ import annotations

from dreamd.comparing.axes import axis

TALK = r"(?:repl(?:y|ies)|answers?|responses?|explanations?|messages?|summar(?:y|ies)|output|texts?|prose|it|things)"
MANNERS = (
    axis(
        "length",
        "answer|response|depth|version|sentence|paragraph|at most|as few words"
        "|at length|background|brief|code only|compact|comprehensive|concise|context"
        "|crisp|detail|elaborate|elaboration|exhaustive|explain|explanation|extensive|filler|fluff|description|breakdown"
        "|just |keep |lengthy|long|minimal|only the |reasoning|repl|respond|short|small talk|speak|step"
        "|succinct|terse|thorough|to the point|verbose|walk|why|write|一句话|一步一步|一步步"
        "|不要啰嗦|不要太多废话|代码|别啰嗦|完整|少说废话|尽量短|展开|控制在|来龙去脉|每|答案|简明|简洁"
        "|简短|简练|精简|结果|结论|解释|言简意赅|讲清|讲解|详尽|详细|说明|越短越好|越细越好|句|从头到尾|仔仔细细|逐步|长篇|长话短说",
        text="reply",
        short=rf"\b(?:short(?:er)?|brief|concise|terse|succinct|crisp|compact|minimal)\b (?:\w+ ){{0,2}}?{TALK}\b"
        rf"|\b{TALK} (?:\w+ ){{0,3}}?(?:short|brief|concise|terse|succinct|to the point|compact|minimal)\b"
        r"|\bbe (?:\w+ )?(?:brief|concise|terse|succinct)\b|\b(?:repl(?:y|ies)|answers?|respond|explain|write|speak)\b"
        r" (?:\w+ ){0,2}?(?:briefly|concisely|tersely|in (?:one|a few|two|three|1|2|3) (?:lines?|sentences?|words))"
        r"|\b(?:at most|no more than|max(?:imum)?(?: of)?|keep (?:\w+ ){1,3}(?:to|within|under))"
        r" (?:a |one |two |three |four |five |ten |or |\d+ ?)+"
        r"(?:lines?|sentences?|words|paragraphs?)\b"
        r"|\b(?:explanations?|replies|answers?|responses?) (?:\w+ ){0,3}?(?:to a minimum|on one screen)\b"
        r"|\bkeep (?:\w+ ){0,3}short\b|\b(?:no|without|skip(?: the)?|omit) (?:\w+ )?(?:fluff|filler|long explanations?"
        r"|lengthy \w+|explanations?|small talk|elaboration)\b|\bjust (?:give me )?the (?:answer|code|result)\b"
        r"|\bcode only\b|\bonly the (?:code|answer|result)\b|\bstraight to the point\b|\bas few words\b"
        r"|简短|简洁|精简|简练|简明|言简意赅|不要太多废话|少说废话|别啰嗦|不要啰嗦|一句话(?:回答|回复|说明)|长话短说"
        r"|只(?:给|要|看|贴)(?:出)?(?:代码|结果|结论|答案)|(?:不要|不用|无需|别|不必)(?:做|写|多|长篇)?解释"
        r"|尽量短|越短越好"
        r"|控制在.{0,4}[句行]|[一两三几]句(?:话)?(?:就够|即可|就行|就好|说清)"
        r"|\bleave (?:\w+ )?explanations out\b|\bno walk-?through\b|\bone sentence (?:about|on|per|for)\b",
        long=r"\bexplain(?:ing)? (?:\w+ )?(?:each|every|all|the) (?:single )?(?:steps?|lines?|changes?"
        r"|decisions?|commands?)"
        r"|\b(?:step[- ]by[- ]step|in (?:great |full |more |much )?detail|thorough(?:ly)?|at length|exhaustive(?:ly)?"
        r"|elaborate|verbose|comprehensive(?:ly)?)\b"
        r"|\b(?:detailed|long(?:er)?|full|extensive|lengthy) (?:\w+ )?(?:repl(?:y|ies)|answers?|responses?"
        r"|explanations?|write-?ups?|reasoning|descriptions?|breakdowns?)\b|\bwalk me through\b"
        r"|\bin[- ]depth\b|\blong version\b|\b(?:every|all the) details?\b"
        r"|\bspell(?:ing)? out (?:\w+ )?(?:every|each|all)\b|\b(?:every|each) (?:single )?step (?:in|at)\b"
        r"|\b(?:show|spell out|give|include|describe) (?:\w+ ){0,2}?(?:full |complete |your )?(?:reasoning"
        r"|background|context)\b"
        r"|详细|详尽|逐步|一步一步|一步步|每(?:个|一)?步(?:骤)?.{0,6}(?:解释|说明|讲)|(?:解释|说明|讲解|讲清).{0,4}每"
        r"|\b(?:every|each) (?:single )?step (?:is |be |to be )?explained\b"
        r"|展开(?:说|讲|解释)|深入讲解|越[详细]+越好|长篇|来龙去脉|完整的?(?:解释|说明|推理)"
        r"|(?:完整|从头到尾|仔仔细细)地?(?:讲|说|解释)|\b(?:go|walk)(?: me)? through \w+ (?:file by file|line by line)"
        r"|\bexplain why (?:each|every)\b",
    ),
    axis(
        "natural language",
        "chinese|english|french|german|japanese|mandarin|spanish|中文|德文|德语|日文|日语|普通话|汉语|法文"
        "|法语|英文|英语|西班牙语",
        text="reply",
        flips=False,
        Chinese=r"\b(?:Chinese|Mandarin)\b|中文|汉语|普通话",
        English=r"\bEnglish\b|英文|英语",
        German=r"\bGerman\b|德文|德语",
        Japanese=r"\bJapanese\b|日文|日语",
        French=r"\bFrench\b|法文|法语",
        Spanish=r"\bSpanish\b|西班牙语",
    ),
    axis(
        "spelling",
        "american|british|spelling|english|uk|美式|英式",
        British=r"\b(?:British|UK)\b|英式",
        American=r"\b(?:American|US)\b(?= (?:English|spelling))|美式",
    ),
    axis(
        "script",
        "simplified|traditional|简体|繁体",
        simplified=r"\bsimplified\b|简体",
        traditional=r"\btraditional\b(?= Chinese)|繁体",
    ),
    axis(
        "asking",
        " your own judg| yourself|approval|ask|assumptions|check|confirm|consult|get|go ahead |just |need"
        "|questions|require|wait for|不清楚|先|同意|征求|批准|歧义|直接|确认|等我|自己|自行|请示|问",
        flips=False,
        ask=r"(?<!not )(?<!n't )(?<!never )(?<!without )\b(?:ask|check with|consult|confirm with) (?:me|us"
        r"|the user|them|first"
        r"|before|for (?:my |explicit |the )?(?:approval|confirmation|permission))"
        r"|\b(?:wait for|get|needs?|requires?) (?:my|explicit|the user's|a) (?:\w+ )?(?:approval|ok|okay"
        r"|confirmation|go-ahead)"
        r"|(?<!not )(?<!n't )\bask (?:clarifying )?questions\b"
        r"|(?<!不)(?<!用)(?<!要)(?<!别)先(?:问|征求|征得|请示|和我确认|跟我确认|经我|确认)|(?:经|征得"
        r"|得到)我(?:的)?(?:同意|确认|批准)"
        r"|等我(?:确认|同意|批准)|有(?:疑问|不清楚|歧义).{0,6}问",
        act=r"\b(?:do not|don['’]?t|never|no need to|stop|without) (?:ask(?:ing)?|confirm(?:ing)?|check(?:ing)? with)\b"
        r"|\bjust (?:do it|go ahead|make the change|fix it|proceed|act)\b|\bgo ahead (?:and \w+ )?without\b"
        r"|\bno (?:confirmations?|questions|approval)\b|\b(?:use|decide by) your own judge?ment\b"
        r"|\bmake (?:reasonable |sensible )?assumptions\b|\bdecide (?:for|by) yourself\b"
        r"|(?:不用|不必|无需|不要|别|不需要|无须)(?:再|先|每次|反复|事事|都|跟我|和我|向我|来)*(?:问|确认"
        r"|请示|征求)|直接(?:改|做|动手|执行|处理|修)"
        r"|自行(?:判断|决定|处理)|自己(?:判断|决定|拿主意)",
    ),
    axis(
        "tone",
        "business-like|casual|chatty|colloquial|formal|friendly|humo|professional|relaxed|专业|严肃|书面语"
        "|亲切|口语|幽默|正式|活泼|轻松|随意",
        text="reply",
        formal=r"\b(?:formal(?:ly)?|professional|business-like)\b|正式|书面语|专业(?:的)?语气|严肃",
        casual=r"\b(?:casual(?:ly)?|informal(?:ly)?|relaxed|friendly|chatty|colloquial|humou?r(?:ous)?)\b|随意|口语"
        r"|轻松"
        r"|幽默|活泼|亲切",
    ),
    axis(
        "layout",
        "bullet|flowing text|full sentences|lists|paragraph|prose|running text|分点|列表|成段|散文|条目"
        "|段落|要点|连续文字",
        text="reply",
        list=r"\b(?:bullet(?: ?points?|ed lists?|s)?|lists|bulleted)\b|列表|要点|分点|条目",
        prose=r"\b(?:prose|paragraphs?|flowing text|running text|full sentences)\b|段落|散文|连续文字|成段",
    ),
    axis(
        "order",
        "conclusion|answer|result|summary|bottom|recommend|background|reasoning|context|analysis|derivation|problem"
        "|分析|原因|开头|思路|推理|最后|答案|结果|结论|背景|过程",
        text="reply",
        conclusion=r"\b(?:conclusions?|answer|result|summary|bottom line|recommendation) (?:comes? |goes )?(?:first"
        r"|up front|at the top)\b"
        r"|\b(?:start|begin|lead|open) with (?:the )?(?:conclusion|answer|result|summary|recommendation|bottom line)\b"
        r"|\bbottom line up front\b|结论先行|先(?:说|给|讲|写|上|亮)(?:出)?(?:结论|答案|结果)"
        r"|开头(?:先)?(?:给|写|说)结论",
        reasoning=r"\b(?:reasoning|background|context|analysis|derivation|problem) (?:comes? |goes )?first\b"
        r"|\b(?:start|begin|lead|open) with (?:the )?(?:background|reasoning|context|analysis|derivation|problem)\b"
        r"|\b(?:conclusion|answer|recommendation|result) (?:comes? |goes |only )*(?:last|at the (?:very )?end)\b"
        r"|先(?:说|给|讲|写|交代)(?:清)?(?:背景|过程|原因|分析|推理|思路)|最后(?:再|才)?(?:给|说|写|下)?(?:出)?结论",
    ),
    axis(
        "updates",
        "keep me |only |report |reports|updates|做完|完成后|实时|打断|汇报",
        text="reply",
        often=r"\b(?:frequent|regular|constant) (?:progress )?(?:updates|reports)\b"
        r"|\breport (?:progress )?(?:often|after (?:each|every)|regularly"
        r"|as you go)|\bkeep me (?:posted|updated|informed)\b|随时汇报|每(?:一|完成一)?步.{0,5}汇报"
        r"|实时(?:汇报|同步)|及时汇报进(?:度|展)",
        end=r"\b(?:only )?report (?:back )?(?:only )?(?:at the end|when (?:you are |everything is "
        r"|it is )?(?:done|finished))"
        r"|\bno (?:progress|interim|intermediate|status) (?:updates|reports)\b|\bonly (?:tell me|report"
        r"|write) (?:the final|when)"
        r"|做完(?:再|才|后)(?:一起|统一)?(?:说|汇报)|(?:不要|别|无需|不用)(?:中途|中间|过程中"
        r"|频繁)(?:的)?(?:汇报|打断)|完成后(?:再|统一|一次性)汇报",
    ),
)
