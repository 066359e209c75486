"""A bot that plays one game of random moves, with the standard library of Python 3 only.

TERRACE_URL=https://… TERRACE_TOKEN=… python3 examples/bot.py             a game against the server's computer
TERRACE_URL=https://… TERRACE_TOKEN=… python3 examples/bot.py GAME_ID     takes a free seat in this game
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("TERRACE_URL", "http://localhost:3000")
TOKEN = os.environ.get("TERRACE_TOKEN", "")


def open_request(path, body=None, method=None):
    """Sends a request. After a 429 it waits as Retry-After says. Raises RuntimeError with the refusal's message."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = urllib.request.Request(URL + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise RuntimeError(json.load(error)["message"]) from None
            time.sleep(float(error.headers.get("Retry-After", "1")))


def call(path, body=None, method=None):
    with open_request(path, body, method) as response:
        return json.load(response)


def command(game, action):
    """Sends a command. The same commandId would not be executed twice."""
    return call(f"/api/games/{game}/commands", {"commandId": str(uuid.uuid4()), "command": action})


def events(game):
    """The events of a game, as they are published."""
    with open_request(f"/api/games/{game}/stream") as stream:
        for line in stream:
            if line.startswith(b"data: "):
                yield json.loads(line[len(b"data: ") :])["event"]


def play(game, me):
    """Checks after every event whether it is this player's turn. Returns the result."""
    for event in events(game):
        if event["type"] == "ended":
            return event["result"]
        if event["type"] not in ("started", "moved"):
            continue
        turn = call(f"/api/games/{game}/moves")
        if turn["player"] == me and turn["moves"]:
            move = random.choice(turn["moves"])
            command(game, {"type": "move", "ply": turn["ply"], "from": move["from"], "to": move["to"]})
    raise RuntimeError("the stream ended before the game")


def main():
    me = call("/api/me")["player"]["id"]
    call("/api/me/bot", {"bot": True}, "PUT")
    if len(sys.argv) > 1:
        game = sys.argv[1]
        command(game, {"type": "sit", "side": None})
    else:
        settings = {"setup": "short6", "time": None, "seen": "link"}
        computers = [{"side": "north", "strength": 1}]
        game = call("/api/games", {"settings": settings, "side": "south", "computers": computers})["gameId"]
    winner = play(game, me)["winner"]
    print(f"{URL}/game/{game}: " + ("a draw" if winner is None else f"{winner} wins"))


if __name__ == "__main__":
    main()
