"""The project's settings: the framework's knobs, and the team's own."""

from pathlib import Path

from agent_framework.settings import FrameworkSettings
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, YamlConfigSettingsSource

__all__ = ["Settings"]

PROJECT_FILE = Path(__file__).parent / "agent.yaml"


class Settings(FrameworkSettings):
    """Add a field here for each setting of your own. `app/agent.yaml` holds what the project was created with."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        project = YamlConfigSettingsSource(settings_cls, PROJECT_FILE)
        return init_settings, env_settings, dotenv_settings, file_secret_settings, project
