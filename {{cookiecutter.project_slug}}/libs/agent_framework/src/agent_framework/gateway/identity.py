"""Who is asking: the only source of tenant and customer."""

from dataclasses import dataclass
from typing import Protocol

import jwt
from starlette.requests import Request

from agent_framework.exceptions import ConversationNotFound, NotAuthenticated
from agent_framework.settings import FrameworkSettings

__all__ = ["Authenticate", "Principal", "authentication"]


@dataclass(frozen=True, slots=True)
class Principal:
    """An authenticated customer of a tenant."""

    tenant_id: str
    customer_id: str


class Authenticate(Protocol):
    """Says who is asking. A team may pass its own to `create_gateway`."""

    async def __call__(self, request: Request, tenant_id: str, named: str | None) -> Principal:
        """The principal of a request that names this tenant and, in development, this customer.

        Raises:
            NotAuthenticated: nobody proved who they are.
            ConversationNotFound: they are of another tenant.
        """
        ...


def authentication(settings: FrameworkSettings) -> Authenticate:
    """The authentication that the settings ask for."""
    return _bearer_token(settings) if settings.auth == "jwt" else _named_customer(settings.development_customer)


def _named_customer(default: str) -> Authenticate:
    async def authenticate(request: Request, tenant_id: str, named: str | None) -> Principal:
        return Principal(tenant_id, named or default)

    return authenticate


def _bearer_token(settings: FrameworkSettings) -> Authenticate:
    """Claims: `sub` is the customer, `tenant` the tenant ("default" where it is left out), `exp` is required."""
    key = settings.auth_jwt_key.get_secret_value()

    async def authenticate(request: Request, tenant_id: str, named: str | None) -> Principal:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise NotAuthenticated("Send the header `Authorization: Bearer <token>`.")
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=[settings.auth_jwt_algorithm],
                audience=settings.auth_jwt_audience,
                options={"require": ["exp", "sub"]},
            )
        except jwt.InvalidTokenError as error:
            raise NotAuthenticated(f"The token is not accepted: {error}.") from error
        if claims.get("tenant", "default") != tenant_id:
            raise ConversationNotFound
        return Principal(tenant_id, str(claims["sub"]))

    return authenticate
