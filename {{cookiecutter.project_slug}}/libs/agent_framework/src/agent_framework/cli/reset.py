"""Starting anew."""

from pathlib import Path

from agent_framework.exceptions import DeclarationError
from agent_framework.persistence.database import database_url, is_sqlite, sqlite_path
from agent_framework.settings import FrameworkSettings

__all__ = ["reset_database"]


def reset_database(settings: FrameworkSettings) -> list[Path]:
    """Delete the SQLite file with what SQLite and the locks keep beside it; what was deleted.

    Raises:
        DeclarationError: in production, and for PostgreSQL, where dropping a database is its administrator's business.
    """
    url = database_url(settings.database_url)
    if settings.environment == "production":
        raise DeclarationError("ENVIRONMENT=production: nothing is deleted here")
    if not is_sqlite(url):
        raise DeclarationError(
            "DATABASE_URL is a PostgreSQL database: drop and create it there, the next start fills it"
        )
    path = sqlite_path(url)
    beside = [path, *path.parent.glob(f"{path.name}-*"), path.with_suffix(".lock")]
    deleted = [item for item in beside if item.is_file()]
    for item in deleted:
        item.unlink()
    return deleted
