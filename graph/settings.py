"""Process settings: environment variables with the prefix `ANAPHORA_`, or a `.env` file. Made at entry points only."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from stores.errors import SettingsError


class Settings(BaseSettings):
    """What a process is configured with. Everything has a default that needs no key and no server."""

    model_config = SettingsConfigDict(env_prefix="ANAPHORA_", env_file=".env", extra="ignore", frozen=True)

    home: Path = Field(default=Path(".anaphora"), description="folder that holds the index, threads and archive")
    model: str = Field(default="", description="model that writes answers, as provider:name; empty quotes")
    small_model: str = Field(default="", description="model for rewriting, routing and extraction")
    summary_model: str = Field(default="", description="model for summaries; empty uses the small model")
    fallback_model: str = Field(default="", description="model asked when the answer model fails")
    model_headers: dict[str, str] = Field(default={}, description="JSON: headers for OpenAI-compatible endpoints")
    model_prices: dict[str, tuple[float, float]] = Field(
        default={}, description="JSON: price per million tokens sent and received, by model name"
    )
    embeddings: str = Field(default="", description="embeddings as provider:name; empty uses the bundled MiniLM")
    reranker: str = Field(
        default="",
        description="LangChain compressor or cross-encoder that ranks, as module:attribute or file.py:attribute",
    )
    reranker_deadline_s: float = Field(default=5.0, gt=0, description="how long that one may take to rank")
    redis_url: str = Field(default="", description="Redis or Valkey that holds the threads' checkpoints")
    database_url: str = Field(default="", description="Postgres that holds threads durably")
    chroma_url: str = Field(default="", description="Chroma server, when several processes share an index")
    encryption_key: SecretStr = Field(
        default=SecretStr(""), description="32 bytes in base64 that seal threads and archive"
    )
    redis_ttl: int = Field(default=7200, ge=0, description="seconds a thread stays in Redis when Postgres is there too")
    keep_checkpoints: int = Field(default=20, ge=1, description="checkpoints kept of a thread")
    retention_days: int = Field(default=0, ge=0, description="threads idle for longer are erased; 0 keeps them")
    lease: Literal["auto", "postgres", "redis", "file"] = Field(default="auto", description="what guards a turn")
    busy: Literal["reject", "enqueue"] = Field(default="enqueue", description="a second message while a turn runs")
    busy_wait_s: float = Field(default=60, gt=0, description="how long an enqueued message waits, in seconds")
    prompt_tokens: int = Field(default=6000, ge=500, description="hard cap for a prompt, in tokens")
    window: int = Field(default=6, ge=1, le=50, description="turns kept verbatim")
    history: Literal["ours", "full", "window", "summary", "entities"] = Field(
        default="ours", description="what of the conversation a prompt holds; the others are there to be compared"
    )
    answer_tokens: int = Field(default=800, ge=16, description="most tokens an answer may have")
    rewrite_deadline_s: float = Field(default=1.0, gt=0, description="how long a helper model may take to rewrite")
    memory_deadline_s: float = Field(default=20.0, gt=0, description="how long extraction, or a summary, may take")
    answer_deadline_s: float = Field(default=60.0, gt=0, description="how long an answer may take")
    max_document: int = Field(default=10_000_000, ge=1, description="longest text taken from one file, in characters")
    max_message: int = Field(default=20_000, ge=1, description="longest message taken, in characters")
    gap_hours: float = Field(default=4.0, gt=0, description="a thread idle for longer is resumed with a note")

    auth_keys: SecretStr = Field(default=SecretStr(""), description="named API keys, as name:key,name:key")
    auth_jwt_secret: SecretStr = Field(default=SecretStr(""), description="secret that verifies HS256 tokens")
    auth_jwt_public_key: str = Field(default="", description="public key (PEM) that verifies RS256 or ES256 tokens")
    auth_jwt_audience: str = Field(default="", description="audience that tokens must name")
    cors_origins: str = Field(default="", description="origins that browsers may call from, comma-separated")
    curators: str = Field(default="", description="users who may change the documents, comma-separated; empty: all")
    max_body: int = Field(default=32_000_000, ge=1000, description="largest request body, in bytes")
    turns_per_minute: int = Field(default=60, ge=1, description="turns a user may start in a minute")
    concurrent_turns: int = Field(default=4, ge=1, description="turns a user may have running")

    @field_validator("home")
    @classmethod
    def _home_is_absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()


def load_settings(**given: object) -> Settings:
    """Read the settings, values given by name winning. Raises `SettingsError` naming the variable that is wrong."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]  # pydantic converts
    except ValidationError as error:
        first = error.errors()[0]
        name = "ANAPHORA_" + "_".join(str(part) for part in first["loc"]).upper()
        given_value, what = first.get("input"), first["msg"].lower()
        raise SettingsError(f"{name} is {given_value!r}: {what}. Set it to a valid value or unset it.") from None
