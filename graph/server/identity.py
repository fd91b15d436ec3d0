"""Who is asking: bearer tokens (JWT or named API keys), or one local user on a loopback address."""

import hmac
from dataclasses import dataclass
from urllib.parse import urlsplit

import jwt
from fastapi import HTTPException, Request
from pydantic import SecretStr

from graph.settings import Settings
from stores.errors import SettingsError

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True)
class Identity:
    """Tells the user of a request. Raises 401 for a missing or wrong token; never reads the user from the body."""

    keys: dict[str, str]  # API key to user
    secret: str = ""  # verifies JWTs signed with HS256
    public_key: str = ""  # verifies JWTs signed with RS256 or ES256
    audience: str = ""
    origins: frozenset[str] = frozenset()  # other sites whose pages may call

    @property
    def local(self) -> bool:
        """Whether everybody is the one local user."""
        return not (self.keys or self.secret or self.public_key)

    def user_of(self, authorization: str | None) -> str:
        """The user that an Authorization header stands for."""
        if self.local:
            return "local"
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise _refused("Send an Authorization header with a bearer token.")
        for key, user in self.keys.items():
            if hmac.compare_digest(key.encode(), token.encode()):
                return user
        return self._subject(token)

    def _subject(self, token: str) -> str:
        key, algorithms = (self.public_key, ["RS256", "ES256"]) if self.public_key else (self.secret, ["HS256"])
        if not key:
            raise _refused("The token is not known here.")
        try:
            options = {"require": ["exp", "sub"]}
            audience = self.audience or None
            claims = jwt.decode(token, key, algorithms=algorithms, audience=audience, options=options)  # type: ignore[arg-type]  # TypedDict
        except jwt.PyJWTError as error:
            raise _refused(f"The token is not valid: {str(error).lower()}.") from None
        return str(claims["sub"])

    async def __call__(self, request: Request) -> str:
        """The user of a request. Raises 401, and 403 when a local server is reached by a foreign page."""
        if self.local:
            self._refuse_foreign(request)
        return self.user_of(request.headers.get("authorization"))

    def _refuse_foreign(self, request: Request) -> None:
        """Without tokens any page open in the user's browser could ask: by a name that was bound to this machine, or
        from its own origin.
        """
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if urlsplit(f"//{host}").hostname not in LOOPBACK:
            raise HTTPException(403, "Without tokens the server answers only to localhost: set ANAPHORA_AUTH_KEYS.")
        if origin and origin not in self.origins and urlsplit(origin).netloc != host:
            raise HTTPException(403, "A page from elsewhere may not ask: allow it with ANAPHORA_CORS_ORIGINS.")


async def user_of(request: Request) -> str:
    """FastAPI dependency: who asks, by the Authorization header alone."""
    identity: Identity = request.app.state.identity
    return await identity(request)


def _refused(detail: str) -> HTTPException:
    return HTTPException(401, detail, headers={"WWW-Authenticate": "Bearer"})


def open_identity(settings: Settings, host: str) -> Identity:
    """The identity the settings name. Raises `SettingsError` for an open server on an address others can reach."""
    identity = Identity(
        keys=_named(settings.auth_keys),
        secret=settings.auth_jwt_secret.get_secret_value(),
        public_key=settings.auth_jwt_public_key,
        audience=settings.auth_jwt_audience,
        origins=frozenset(filter(None, map(str.strip, settings.cors_origins.split(",")))),
    )
    if identity.local and host not in LOOPBACK:
        raise SettingsError(
            f"Without tokens the server only listens on this machine, and {host} can be reached from others: "
            "set ANAPHORA_AUTH_KEYS (name:key,name:key) or ANAPHORA_AUTH_JWT_SECRET, or listen on 127.0.0.1."
        )
    return identity


def _named(keys: SecretStr) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in keys.get_secret_value().split(","))):
        name, separator, key = pair.partition(":")
        if not separator or not name or len(key) < 16:
            raise SettingsError("ANAPHORA_AUTH_KEYS must hold name:key pairs, each key of 16 characters or more.")
        found[key] = name
    return found
