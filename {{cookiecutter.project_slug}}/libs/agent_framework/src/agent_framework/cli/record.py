"""A stored conversation as a scenario file."""

import asyncio

from agent_framework.cli.refused import Refused
from agent_framework.domain.registry import Domain
from agent_framework.exceptions import ConversationNotFound
from agent_framework.persistence.conversations import ConversationStore, Identity
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.recording import read_conversation, scenario_of, to_yaml

__all__ = ["record_session"]


def record_session(folder: ProjectFolder, session: str, tenant: str, user: str | None, play_as: str) -> str:
    """The scenario file of a session in the project's database.

    Raises:
        Refused: there is no such session, or not of this user.
    """
    settings = folder.settings()
    identity = Identity(tenant, settings.agent_id, user or "", session)
    domain = folder.declared().domain(settings)
    return asyncio.run(_record(settings.database_url, domain, identity, play_as))


async def _record(url: str, domain: Domain, identity: Identity, play_as: str) -> str:
    engine = open_engine(database_url(url))
    try:
        store = ConversationStore(engine)
        if not identity.customer_id:
            identity = identity._replace(customer_id=await store.owner(identity) or "")
        turns = await read_conversation(store, identity)
    except ConversationNotFound:
        raise Refused(f"{url} has no session {identity.session_id!r} of tenant {identity.tenant_id!r}") from None
    finally:
        await engine.dispose()
    if not turns:
        raise Refused(f"the session {identity.session_id!r} has no answered message")
    return to_yaml(scenario_of(turns, domain, identity, play_as), turns)
