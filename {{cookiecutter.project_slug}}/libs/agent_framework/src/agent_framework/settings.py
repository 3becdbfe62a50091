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

    @model_validator(mode="after")
    def _safe_in_production(self) -> Self:
        if self.environment == "production" and self.auth == "none":
            raise ValueError("ENVIRONMENT=production needs authentication: set AUTH=jwt and AUTH_JWT_KEY")
        if self.auth == "jwt" and not self.auth_jwt_key.get_secret_value():
            raise ValueError(
                "AUTH=jwt needs AUTH_JWT_KEY: the HMAC secret or the PEM public key of your identity provider"
            )
        return self
