"""How often transactional tools were called: the one place of the testing kit that knows the ledger's table."""

from sqlalchemy import create_engine, func, select
from sqlalchemy.engine import make_url

from agent_framework.persistence.tables import ledger

__all__ = ["calls_of_tools"]

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}


def calls_of_tools(database_url: str, session_id: str, tool_name: str | None = None) -> int:
    """Calls of transactional tools in a session, whoever's it is; of one tool where it is named.

    A call that recovery repeats with the same idempotency key counts again.
    """
    url = make_url(database_url)
    query = select(func.coalesce(func.sum(ledger.c.calls), 0)).where(ledger.c.session_id == session_id)
    if tool_name is not None:
        query = query.where(ledger.c.tool_name == tool_name)
    engine = create_engine(url.set(drivername=DRIVERS[url.get_backend_name()]))
    try:
        with engine.connect() as connection:
            return int(connection.scalar(query) or 0)
    finally:
        engine.dispose()
