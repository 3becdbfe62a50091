"""Every knob of the framework, typed and checked at start. A project subclasses this in `app/settings.py`."""

from typing import Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from agent_framework.exceptions import DeclarationError
from agent_framework.persistence.database import database_url

__all__ = ["FrameworkSettings"]


class FrameworkSettings(BaseSettings):
    """Read from the environment, then from `.env`. The names are those of the fields, in capitals."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    environment: Literal["development", "test", "production"] = Field(
        "development", description="`production` refuses to start without authentication."
    )
    database_url: str = Field(
        "sqlite:///data/agent.db", description="sqlite:///file for one machine, postgresql://… for several replicas."
    )
    agent_id: str = Field("agent", pattern=r"^[a-z][a-z0-9_-]{0,49}$", description="Part of every conversation key.")
    default_language: Literal["pt-BR", "en"] = Field("pt-BR", description="Where a message does not show its language.")
    currency: str = Field("BRL", pattern=r"^[A-Z]{3}$", description="Currency of amounts, ISO 4217.")

    auth: Literal["none", "jwt"] = Field(
        "none",
        description="`none`: the customer is payload.user_id (development only). `jwt`: a bearer token says who.",
    )
    auth_jwt_key: SecretStr = Field(SecretStr(""), description="HMAC secret or PEM public key that verifies tokens.")
    auth_jwt_algorithm: Literal["HS256", "RS256", "ES256"] = "HS256"
    auth_jwt_audience: str | None = Field(None, description="Required `aud` claim, if any.")
    development_customer: str = Field("CUST-1001", description="The customer where auth is `none` and none is named.")

    channels: frozenset[str] = Field(frozenset({"web", "whatsapp", "app", "api"}), description="Accepted channels.")
    max_message_chars: int = Field(4000, ge=1, le=100_000, description="Longer messages are refused.")

    confirmation_seconds: float = Field(15 * 60, gt=0, description="A pending confirmation expires after this.")
    collecting_seconds: float = Field(24 * 60 * 60, gt=0, description="An abandoned collection expires after this.")
    suspended_seconds: float = Field(24 * 60 * 60, gt=0, description="A parked transaction expires after this.")
    max_attempts: int = Field(4, ge=2, le=10, description="Questions without result before a person takes over.")
    lock_seconds: float = Field(60, gt=0, description="How long a message waits for the one before it.")
    retention_days: int = Field(365, ge=1, description="What `make prune` keeps: what is older is deleted.")

    openai_api_key: SecretStr = Field(SecretStr(""), description="Of the model's endpoint; empty where it wants none.")
    openai_base_url: str | None = Field(None, description="Any OpenAI-compatible endpoint; OpenAI's own where empty.")
    openai_model: str = Field("", description="The model's name at the endpoint. Needed by the three switches below.")
    model_compose: bool = Field(False, description="Let the model word the answers; the judge reads each.")
    model_understand: bool = Field(False, description="Ask the model about what the rules left undecided.")
    model_judge: bool = Field(False, description="Ask the model to doubt what it worded, after the judge.")
    model_timeout_seconds: float = Field(8, gt=0, le=120, description="One call of the model, retries included.")
    model_budget_seconds: float = Field(15, gt=0, le=300, description="All calls of one turn together.")
    model_retries: int = Field(1, ge=0, le=5, description="Repeats of a call that failed for a moment.")
    model_pause_seconds: float = Field(30, gt=0, description="Without a call after several failures in a row.")

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["console", "json"] = "console"

    @field_validator("database_url")
    @classmethod
    def _supported(cls, value: str) -> str:
        try:
            database_url(value)
        except DeclarationError as error:
            raise ValueError(str(error)) from error
        return value

    @property
    def uses_model(self) -> bool:
        """Whether any switch asks for a model."""
        return self.model_compose or self.model_understand or self.model_judge

    @model_validator(mode="after")
    def _has_its_model(self) -> Self:
        if self.uses_model and not self.openai_model:
            raise ValueError(
                "MODEL_COMPOSE, MODEL_UNDERSTAND and MODEL_JUDGE need OPENAI_MODEL: set the model's name, or switch them off"
            )
        if self.uses_model and not (self.openai_api_key.get_secret_value() or self.openai_base_url):
            raise ValueError(
                "a model needs OPENAI_API_KEY, or the OPENAI_BASE_URL of an endpoint that wants no key: set one of them"
            )
        if self.model_judge and not self.model_compose:
            raise ValueError("MODEL_JUDGE reads what MODEL_COMPOSE wrote: switch that on as well, or both off")
        return self

    @field_validator("openai_base_url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError(f"OPENAI_BASE_URL {value!r} is no address: write https://host/v1")
        return value or None

    @model_validator(mode="after")
    def _safe_in_production(self) -> Self:
        if self.environment == "production" and self.auth == "none":
            raise ValueError("ENVIRONMENT=production needs authentication: set AUTH=jwt and AUTH_JWT_KEY")
        if self.auth == "jwt" and not self.auth_jwt_key.get_secret_value():
            raise ValueError(
                "AUTH=jwt needs AUTH_JWT_KEY: the HMAC secret or the PEM public key of your identity provider"
            )
        return self
