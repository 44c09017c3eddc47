// @ts-check
// A mapper for the wire codex.app-server that knows turns and the agent's messages: one line in, one line out.
// Run it with: tapedeck replay --mapper 'exec:node replayer/examples/text-mapper.mjs' FILE
import { createInterface } from "node:readline";

/** @typedef {{ seq: number, dir: "in" | "out", role: string, frame: any }} Frame */
/** @typedef {{ context: object, frames: Frame[], scratch: { messages?: number } }} Call */
/** @param {Frame} frame @returns {object | undefined} */
function event({ seq, frame: { method, params } }) {
  switch (method) {
    case "turn/started":
      return { seq, type: "TurnUpdated", threadId: params.threadId, turnId: params.turn.id, phase: "working" };
    case "turn/completed":
      return { seq, type: "TurnUpdated", threadId: params.threadId, turnId: params.turn.id, phase: "idle" };
    case "item/completed": {
      if (params.item.type !== "agentMessage") return undefined;
      const about = { threadId: params.threadId, turnId: params.turnId, itemId: params.item.id };
      const text = { kind: "assistant_message", state: "completed", text: params.item.text };
      return { seq, type: "ItemUpdated", ...about, ...text };
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {Call} */
  const { frames, scratch } = JSON.parse(line);
  const events = frames.map(event).filter((made) => made !== undefined);
  const messages = (scratch.messages ?? 0) + events.filter((made) => "kind" in made).length;
  console.log(JSON.stringify({ events, scratch: { messages }, faults: [] }));
}
