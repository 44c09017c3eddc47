"""A mapper for the wire codex.app-server that knows turns and the agent's messages: one line in, one line out.

Run it with: tapedeck replay --mapper 'exec:python3 replayer/examples/text_mapper.py' FILE
"""
import json
import sys

PHASES = {"turn/started": "working", "turn/completed": "idle"}


def event(frame):
    method, params = frame["frame"].get("method"), frame["frame"].get("params")
    if method in PHASES:
        about = {"threadId": params["threadId"], "turnId": params["turn"]["id"]}
        return {"seq": frame["seq"], "type": "TurnUpdated", **about, "phase": PHASES[method]}
    if method == "item/completed" and params["item"]["type"] == "agentMessage":
        item = params["item"]
        about = {"threadId": params["threadId"], "turnId": params["turnId"], "itemId": item["id"]}
        text = {"kind": "assistant_message", "state": "completed", "text": item["text"]}
        return {"seq": frame["seq"], "type": "ItemUpdated", **about, **text}
    return None


for line in sys.stdin:
    call = json.loads(line)
    events = [made for made in map(event, call["frames"]) if made]
    messages = call["scratch"].get("messages", 0) + sum("kind" in made for made in events)
    print(json.dumps({"events": events, "scratch": {"messages": messages}, "faults": []}), flush=True)
