"""The chat page: one file, which loads nothing from elsewhere and runs only the script it came with."""

import base64
import hashlib
import re
from functools import lru_cache
from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

router = APIRouter()
_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


@lru_cache(maxsize=1)
def page() -> tuple[str, dict[str, str]]:
    """The page and the headers that keep it to itself."""
    text = files("graph.server").joinpath("page.html").read_text(encoding="utf-8")
    allowed = {name: _hash(body) for name, body in _INLINE.findall(text)}
    policy = (
        f"default-src 'none'; script-src {allowed['script']}; style-src {allowed['style']}; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return text, {
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }


def _hash(body: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()}'"


@router.get("/", include_in_schema=False)
async def show_page() -> HTMLResponse:
    """The chat page."""
    text, headers = page()
    return HTMLResponse(text, headers=headers)
