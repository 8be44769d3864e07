"""docs/protocol.md names every message, every code and every call."""

import typing
from pathlib import Path

from torite.table import messages, telling
from torite.table.refusals import RefusalCode

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")


def tags(union: object) -> set[str]:
    """The `type` of every message of a union."""
    return {str(kind.__struct_config__.tag) for kind in typing.get_args(union)}


def test_every_refusal_code_stands_there() -> None:
    assert [code for code in RefusalCode if f"| `{code}` |" not in PAGE] == []


def test_every_message_and_event_stands_there() -> None:
    assert [tag for tag in tags(messages.FromClient) if f'{{"type": "{tag}"' not in PAGE] == []
    assert [tag for tag in tags(messages.FromServer) if f"| `{tag}` `{{" not in PAGE] == []
    assert [tag for tag in tags(telling.PublicEvent) if f"`{tag}`" not in PAGE] == []
