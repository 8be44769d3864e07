"""A bot of a third party: takes a seat at a torite table and plays random legal actions to the end of the match.

    python bot_client.py http://127.0.0.1:8000/t/TABLE [NAME] [--wait]

It needs nothing of torite, only `pip install websockets`; docs/protocol.md is all it knows.  It takes the first open
seat and starts the match as soon as no seat is open; `--wait` leaves the start to somebody else.
"""

import asyncio
import json
import random
import sys
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import websockets


def be_a_guest(server: str, name: str) -> str:
    """Tell the server a name; returns the cookie that stands for it."""
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(f"{server}/api/me", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(answer.headers["Set-Cookie"]).split(";")[0]


def wish(table: dict[str, Any], seq: int, wait: bool) -> dict[str, Any] | None:
    """The request to send now that the table looks like this; None = it is for others to act."""
    if table["seat"] is None:
        return {"type": "sit"}
    if table["phase"] == "lobby":
        is_open = any(seat["kind"] == "open" for seat in table["seats"])
        return None if is_open or wait else {"type": "start"}
    if table["phase"] == "between" and table["seat"] not in table["confirmed"]:
        return {"type": "confirm"}
    legal = table["scene"]["legal"] if table["scene"] else []  # no scene before the first deal
    if table["phase"] == "playing" and legal:
        return {"type": "act", "code": random.choice(legal), "seq": seq}
    return None


async def play(url: str, name: str = "Rando", wait: bool = False) -> Any:
    """Play a match; returns its outcome."""
    parts = urlsplit(url)
    server, table_id = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/").split("/")[-1]
    live = f"{server.replace('http', 'ws', 1)}/api/tables/{table_id}/live"
    cookie = await asyncio.to_thread(be_a_guest, server, name)
    while True:
        async with websockets.connect(live, additional_headers={"Cookie": cookie}) as socket:
            asked = False  # our own request has no answer yet
            async for text in socket:
                message = json.loads(text)
                if message["type"] in ("snapshot", "update"):
                    table, seq = message["table"], message["seq"]
                elif message["type"] == "ack":
                    asked = False
                elif message["type"] == "refusal" and message["code"] == "wire/too_fast":
                    await asyncio.sleep(1)  # 20 messages a second are the most; it closes, we open anew
                    break
                elif message["type"] == "refusal":  # others may have been faster: look again, unless we cannot even sit
                    if message["id"] is None or table["seat"] is None:
                        raise SystemExit(f"refused: {message['code']} {message['params']}")
                    asked = False
                    await asyncio.sleep(0.1)
                if table["phase"] == "over":
                    return table["outcome"]
                request = None if asked else wish(table, seq, wait)
                if request is not None:
                    asked = True
                    await socket.send(json.dumps({**request, "id": seq}))
            else:
                raise SystemExit("the server closed the connection")


if __name__ == "__main__":
    url, *rest = [word for word in sys.argv[1:] if word != "--wait"]
    print(json.dumps(asyncio.run(play(url, "".join(rest) or "Rando", "--wait" in sys.argv))))
