"""The OpenAPI description and the server agree: schemathesis tries every call with good and bad input."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from server.servers import Served


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server that lets everybody open tables."""
    folder: Path = tmp_path_factory.mktemp("openapi")
    served = Served(str(folder / "t.db"), tables_burst=1_000_000)
    yield served.base
    served.stop()


KNOCK = "/api/tables/{table_id}/knock"
WORD = "/api/tables/{table_id}/word"
REPLAY, READING = "/api/replay", "/api/reading"
LOGOUTS = ("/api/me/logout", "/api/me/logout/here")
LINK, TAKE = "/api/me/link", "/api/me/take"
HIDDEN = "/api/me/hidden"
PASSKEYS, PASSKEY = "/api/me/passkeys", "/api/me/passkeys/{passkey}"
ASKS, COME = ("/api/me/passkeys/ask", "/api/passkeys/ask"), "/api/passkeys"
CHALLENGES, TRY = "/api/challenges", "/api/challenges/{challenge}/try"
ANSWER = "/api/exercises/{exercise}/answer"
WAITING = "/api/me/waiting"
NOTICES = ("/api/me/notices", "/api/me/notices/off")
ONLY_POSTED = (KNOCK, WORD, REPLAY, READING, *LOGOUTS, LINK, TAKE, HIDDEN, *ASKS, *NOTICES, CHALLENGES, TRY, ANSWER)
CALLS = [
    "/healthz",
    "/readyz",
    "/api/me",
    "/api/me/tables",
    "/api/me/figures",
    PASSKEYS,
    PASSKEY,
    *ASKS,
    COME,
    HIDDEN,
    *LOGOUTS,
    LINK,
    TAKE,
    "/api/me/export",
    "/api/games",
    "/api/games/{game}/ratings",
    "/api/games/{game}/ratings/{level}",
    "/api/games/{game}/rules/{lang}",
    "/api/games/{game}/lesson/{lang}",
    "/api/tables",
    KNOCK,
    WORD,
    "/api/tables/{table_id}/record",
    "/api/tables/{table_id}/replay",
    "/api/tables/{table_id}/reading",
    "/api/tables/{table_id}/review",
    "/api/tables/{table_id}/par",
    "/api/games/{game}/day",
    "/api/challenges/{challenge}",
    "/api/challenges/{challenge}/par",
    CHALLENGES,
    TRY,
    "/api/games/{game}/exercise",
    ANSWER,
    REPLAY,
    READING,
    "/api/waiting",
    WAITING,
    "/api/notices",
    "/api/reach",
    *NOTICES,
]


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # it is the server's thread that has drawn
@pytest.mark.parametrize("path", CALLS)
def test_every_call_answers_as_described(described: str, path: str) -> None:
    schema = schemathesis.openapi.from_url(f"{described}/schema/openapi.json")
    for method in schema[path]:
        operation = schema[path][method]

        @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
        @settings(max_examples=25)
        def conforms(case: Any) -> None:
            case.call_and_validate(excluded_checks=[positive_data_acceptance])  # a game has rules beyond a schema

        conforms()


def test_every_call_is_described(served: Served) -> None:
    description = served.visitor().http.get("/schema/openapi.json").json()
    calls = {f"{method.upper()} {path}" for path, item in description["paths"].items() for method in item}
    posts = {"/api/me", "/api/tables", WAITING, PASSKEYS, COME, *ONLY_POSTED}
    gets = {f"GET {path}" for path in CALLS if path not in (*ONLY_POSTED, PASSKEY)}
    deletes = {f"DELETE {path}" for path in ("/api/me", WAITING, PASSKEY)}
    assert calls == gets | {f"POST {path}" for path in posts} | deletes
    for item in description["paths"].values():
        for call in item.values():
            assert not call["operationId"].endswith(
                call["summary"]
            )  # which the framework has made of the function's name
            assert call["description"]
