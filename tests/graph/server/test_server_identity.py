"""Who may ask what: tokens, foreign pages, and those who keep the documents."""

import time
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import SecretStr

from graph.server.app import create_app
from graph.server.identity import Identity, open_identity
from graph.settings import Settings
from stores.errors import SettingsError
from tests.serving import ADA, BEN, PASSAGES, client, opener, serving, settings_with_keys

SECRET = "a secret of thirty-two characters and more"
LATER = 4_000_000_000


def token(key: Any = SECRET, algorithm: str = "HS256", **claims: object) -> str:
    """A signed token; claims that are None are left out."""
    body = {"sub": "ada", "exp": LATER, "aud": "anaphora", **claims}
    return jwt.encode({name: value for name, value in body.items() if value is not None}, key, algorithm)


def test_a_valid_token_names_its_user(tmp_path: Path) -> None:
    """The subject of a signed token is the user, and each has threads of their own."""
    settings = Settings(home=tmp_path, auth_jwt_secret=SecretStr(SECRET), auth_jwt_audience="anaphora")
    with serving(create_app(settings, opener=opener(PASSAGES))) as address:
        with client(address, token()) as ada, client(address, token(sub="ben")) as ben:
            thread = ada.post("/threads").json()["thread"]
            assert ada.get(f"/threads/{thread}").status_code == 200
            assert ben.get(f"/threads/{thread}").status_code == 404
        with client(address, token(exp=1)) as late:
            refused = late.get("/threads")
    assert refused.status_code == 401
    assert "expired" in refused.json()["detail"]


@pytest.mark.parametrize(
    "wrong",
    [
        token(exp=int(time.time()) - 5),
        token(exp=None),
        token(sub=None),
        token(aud="another"),
        token(aud=None),
        token("another secret of thirty-two characters"),
        jwt.encode({"sub": "ada", "exp": LATER, "aud": "anaphora"}, key="", algorithm="none"),
        token() + "x",
        "not-a-token",
    ],
    ids=["expired", "endless", "nobody", "audience", "no audience", "key", "unsigned", "altered", "garbage"],
)
def test_a_token_that_proves_nothing_is_refused(wrong: str) -> None:
    """Expired, endless, for somebody else, signed by another or not at all."""
    identity = Identity(keys={}, secret=SECRET, audience="anaphora")
    with pytest.raises(Exception, match="401"):
        identity.user_of(f"Bearer {wrong}")


def test_a_public_key_verifies_and_cannot_sign() -> None:
    """With a public key only its private half makes tokens; the key's text is not a secret to sign with."""
    private = ec.generate_private_key(ec.SECP256R1())
    public = private.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    identity = Identity(keys={}, public_key=public.decode(), audience="anaphora")
    assert identity.user_of(f"Bearer {token(private, 'ES256')}") == "ada"
    with pytest.raises(Exception, match="401"):
        identity.user_of(f"Bearer {token()}")


@pytest.mark.parametrize("keys", ["ada", "ada:short", ":0123456789abcdef", "ada 0123456789abcdef"])
def test_keys_that_are_not_pairs_are_refused_at_the_start(keys: str, tmp_path: Path) -> None:
    """A slip in the setting must not open or close the server by chance."""
    with pytest.raises(SettingsError, match="ANAPHORA_AUTH_KEYS"):
        open_identity(Settings(home=tmp_path, auth_keys=SecretStr(keys)), "127.0.0.1")


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The address of a server without tokens."""
    settings = Settings(home=tmp_path_factory.mktemp("local"), cors_origins="https://friend.example")
    with serving(create_app(settings, opener=opener(PASSAGES))) as address:
        yield address


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://friend.example"}, 200),
        ({"Host": "rebound.example"}, 403),
        ({"Host": "127.0.0.1.rebound.example"}, 403),
    ],
)
def test_a_local_server_answers_no_foreign_page(local: str, headers: dict[str, str], status: int) -> None:
    """Without tokens a page from elsewhere could ask in the user's name: by its origin or by a rebound name."""
    assert httpx.get(f"{local}/threads", headers=headers).status_code == status
    assert httpx.post(f"{local}/documents", headers=headers, files={}).status_code == (403 if status == 403 else 422)


def test_other_origins_are_closed_by_default(served: str, local: str) -> None:
    """Browsers are told of no origin but those that the settings name."""
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    assert "access-control-allow-origin" not in httpx.options(f"{served}/threads", headers=asked).headers
    assert "access-control-allow-origin" not in httpx.options(f"{local}/threads", headers=asked).headers
    asked["Origin"] = "https://friend.example"
    allowed = httpx.options(f"{local}/threads", headers=asked)
    assert allowed.headers["access-control-allow-origin"] == "https://friend.example"


def test_only_curators_change_the_documents(tmp_path: Path) -> None:
    """Everybody's answers rest on them: when curators are named, others may read only."""
    app = create_app(settings_with_keys(tmp_path, curators="ada"), opener=opener([]))
    files = {"files": ("canteen.md", b"# Canteen\n\nIt opens at eleven.\n")}
    with serving(app) as address, client(address, ADA) as ada, client(address, BEN) as ben:
        assert ben.post("/documents", files=files).status_code == 403
        assert ada.post("/documents", files=files).status_code == 201
        assert len(ben.get("/documents").json()["documents"]) == 1
        assert ben.delete("/documents", params={"source": "canteen.md"}).status_code == 403
