// A mapper for the wires opencode.event and opencode.event2, whole: what the native rule books do, written again in
// JavaScript. `tapedeck parity --left native --right quickjs:bundled fixtures/opencode` shows that both say the same.
//
// The two wires tell the same events in two envelopes; the second has more names besides (release 2.x). A session is a
// thread. Turns have no ids: they are numbered per session. An item is a message part by its id, a user's message by
// the message's, a tool call MESSAGE:CALL, and MESSAGE:PART whatever else is named within its message only.
//
// Scratch, as the native mapper has it:
//   connected, mcp: [NAME…], sessions: [SESSION…]      the stream was opened; MCP servers; sessions remembered
//   session/SESSION {n, open, abort, error, finish, title, settings, born, since, prompt, compacting, usage}
//   messages       {MESSAGE: "u" | "a" | "s"}          who wrote it: user, model, a summary; with "c": a copy
//   parts          {PART: [TYPE, SESSION]}             parts that are streamed
//   held           {PART: [SESSION, TEXT]}             text of parts whose type is not told yet
//   tools          {MESSAGE:CALL: [NAME, SESSION, DECLINED]}
//   words          {REQUEST: TEXT}                     what a user said with an answer that is not settled yet
//   requests, parents, first, plan/THREAD, compaction/THREAD, evidence/THREAD: see kit.js

const { asText, elements, inputText, isInteger, isNumber, isObject, joined, member, only, same, textMember } = kit;

// ---- Reading ----

const isPlain = (value) => isObject(value) && !Array.isArray(value);
const hasMembers = (value) => isObject(value) && Object.keys(value).length > 0;
const path = (value, ...names) => names.reduce(member, value);

/** The first of these members that holds text that is not empty. */
const firstText = (from, ...names) => names.map((name) => textMember(from, name)).find((text) => text);

/** An id that is needed; the names that it has had, newest first. */
const idOf = (from, ...names) => {
  const id = firstText(from, ...names);
  if (id === undefined) throw new kit.Fault(`/${names[0]}`, "an id", member(from, names[0]));
  return id;
};

const without = (from, name) => {
  const { [name]: gone, ...rest } = isPlain(from) ? from : {};
  return rest;
};

/** A member of scratch without its oldest entries, so that one more fits. */
const bounded = (entries, bound) =>
  Object.fromEntries(Object.entries(entries ?? {}).slice(Math.max(0, Object.keys(entries ?? {}).length - bound + 1)));

/** An object in scratch that is absent while it holds nothing. */
const store = (scratch, key, entries) => {
  if (Object.keys(entries).length === 0) scratch.remove(key);
  else scratch.put(key, entries);
};

// ---- Sessions and their turns ----

const SESSIONS = 50;

/** What is remembered of one session; the newest pushes out the oldest whose turn is over. */
class Memory {
  constructor(scratch, session) {
    Object.assign(this, { scratch, session, key: `session/${session}` });
  }

  get(name) {
    return member(this.scratch.get(this.key), name);
  }

  put(name, value) {
    if (this.scratch.get(this.key) === undefined) this.#remember();
    this.scratch.put(this.key, { ...this.scratch.get(this.key), [name]: value });
  }

  remove(...names) {
    for (const name of names) {
      if (this.get(name) !== undefined) this.scratch.put(this.key, without(this.scratch.get(this.key), name));
    }
  }

  mark(name, isSet) {
    if (isSet) this.put(name, true);
    else this.remove(name);
  }

  forget() {
    if (this.scratch.get(this.key) === undefined) return;
    this.scratch.remove(this.key);
    this.scratch.put("sessions", this.scratch.get("sessions").filter((one) => one !== this.session));
  }

  #remember() {
    const all = this.scratch.get("sessions") ?? [];
    if (all.length >= SESSIONS) {
      const isOver = (session) => member(this.scratch.get(`session/${session}`), "open") !== true;
      new Memory(this.scratch, all.find(isOver) ?? all[0]).forget();
    }
    this.scratch.put("sessions", [...(this.scratch.get("sessions") ?? []), this.session]);
  }
}

/** More turns than a process takes, so that no number is used again by the next process of the recording. */
const TURNS_OF_A_PROCESS = 10_000;

const ABORTED = "MessageAbortedError";

/** The turns of the session that a frame is about. */
class Turns {
  constructor(f, out) {
    this.out = out;
    this.session = out.refs.thread ?? f.text("/sessionID");
    this.memory = new Memory(out.scratch, this.session);
  }

  get running() {
    return this.memory.get("open") === true;
  }

  get #next() {
    return 1 + Math.max(this.memory.get("n") ?? 0, (this.out.context.epoch - 1) * TURNS_OF_A_PROCESS);
  }

  #about(turn, item) {
    return this.out.about({ ...this.out.refs, turn: turn === undefined ? undefined : String(turn), item });
  }

  /** About the turn that runs, or else the last one, whose parts may come late. */
  now(item) {
    return this.#about(this.memory.get("n"), item);
  }

  /** The same for what a user sends: about the turn that runs, or else the one that it will begin. */
  next(item) {
    return this.running ? this.now(item) : this.#about(this.#next, item);
  }

  begin() {
    if (this.running) return;
    this.memory.put("n", this.#next);
    this.memory.mark("open", true);
    this.memory.remove("abort", "error", "finish");
    usage.turnBegins(this.memory);
    this.out.thread({ status: "active" });
    this.now().turnStarted();
  }

  abortAsked() {
    if (this.running) this.memory.mark("abort", true);
  }

  /** The first error of a turn is the one that it ends with; returns whether this one is news. */
  failed(name, message) {
    const error = [name, message];
    const before = this.memory.get("error");
    if (this.running && before === undefined) this.memory.put("error", error);
    return !same(error, before);
  }

  /** The model is called once more: what went wrong before was overcome. */
  called() {
    this.memory.remove("error", "finish");
  }

  finished(reason) {
    this.memory.put("finish", reason);
  }

  /** Ends the turn, if one runs, as what was told of it says, or as the provider says. */
  end(detail = this.#told()) {
    if (!this.running) return;
    const turn = this.now();
    const error = this.memory.get("error");
    const used = usage.turn(this.memory);
    this.memory.mark("open", false);
    prompts.complete(this);
    parts.endAll(this.out.scratch, this.session);
    tools.endAll(this.out.scratch, this.session);
    kit.openRequests.turnEnds(this.out.scratch, turn.refs);
    this.memory.remove("compacting");
    turn.turnEnded(detail, detail === "failed" && error ? asText(error[1]) : undefined, undefined, used);
    this.out.thread({ status: "idle" });
  }

  /** A call that never finished and that somebody asked to abort was aborted, even where no error says so. */
  #told() {
    const error = this.memory.get("error");
    if (error) return error[0] === ABORTED ? "interrupted" : "failed";
    const finish = this.memory.get("finish");
    if (finish === undefined) return this.memory.get("abort") ? "interrupted" : null;
    return finish === "error" ? "failed" : null;
  }
}

/** After frames were lost, a session goes on from what history says; what belongs to a turn that is over is gone. */
const resume = (told, scratch) => {
  const { thread, turn, running, items } = told;
  const memory = new Memory(scratch, thread);
  const number = /^[0-9]{1,9}$/.test(turn ?? "") ? Number(turn) : 0;
  if (number !== (memory.get("n") ?? 0) || !running) memory.remove("abort", "error", "finish");
  if (number > 0) memory.put("n", number);
  memory.mark("open", running);
  // What history calls the error is it, save that history tells an abort by the turn's end only.
  const [name, message] = memory.get("error") ?? [];
  if (running && told.error !== undefined && message !== told.error && name !== ABORTED) {
    memory.put("error", ["error", told.error]);
  }
  // A session of which nobody knows when it was created may be a fork until a turn begins.
  memory.mark("hole", memory.get("born") === undefined && turn === undefined && bornById(thread) === undefined);
  prompts.resume(memory, told.prompt);
  const compaction = items.findLast((item) => item.open && item.type === "context_compaction")?.id;
  if (compaction === undefined) memory.remove("compacting");
  else if (compacting({ memory }, "") !== compaction) memory.put("compacting", [compaction]);
  parts.resume(scratch, told, compaction !== undefined);
  tools.resume(scratch, told);
  mcp.remember(scratch, ...items.map((item) => item.server).filter((server) => server !== undefined));
  usage.resume(memory, told);
  if (memory.get("settings") === undefined) return;
  // Nobody knows what was told last, so that what comes next is told whole.
  memory.put("settings", Object.fromEntries(SETTINGS.map((name) => [name, null])));
  memory.remove("title");
};

// ---- Usage: a model call is a step, counted once; turn and thread are sums of steps, costs in decimal ----

const COUNTS = [["input"], ["cache", "read"], ["cache", "write"], ["output"], ["reasoning"]];
const FIGURES = ["inputTokens", "cachedInputTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens"];

const count = (value) => (isInteger(value) ? BigInt(value) : 0n);
const countsOf = (tokens, cost) =>
  [...COUNTS.map((names) => count(path(tokens, ...names))), isNumber(cost) ? decimal.plain(cost) : "0"];
const sameCounts = (one, other) => COUNTS.every((names, i) => count(one[i]) === count(other[i]));

const decimal = {
  /** Digits and how many of them stand behind the point. */
  parse: (value) => {
    const [, digits, behind = "", power = "0"] = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(asText(value));
    const scale = behind.length - Number(power);
    const whole = BigInt(digits + behind);
    return scale < 0 ? [whole * 10n ** BigInt(-scale), 0] : [whole, scale];
  },
  write: (whole, scale) => {
    const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, "0");
    const point = digits.length - scale;
    return (whole < 0n ? "-" : "") + digits.slice(0, point) + (scale > 0 ? `.${digits.slice(point)}` : "");
  },
  plain: (value) => decimal.write(...decimal.parse(value)),
  sum: (left, right) => {
    const [[a, of], [b, to]] = [decimal.parse(left), decimal.parse(right)];
    const scale = Math.max(of, to);
    return decimal.write(a * 10n ** BigInt(scale - of) + b * 10n ** BigInt(scale - to), scale);
  },
};

const sum = (before, step) =>
  before ? [...COUNTS.map((names, i) => count(before[i]) + count(step[i])), decimal.sum(before[5], step[5])] : step;

const figures = (scope, counts, total, billable = false) => ({
  scope, exact: true, billable,
  ...Object.fromEntries(FIGURES.map((name, i) => [name, count(counts[i])])),
  totalTokens: total,
  costUsd: JSON.rawJSON(counts[5]),
});

const usage = {
  turnBegins: (memory) => {
    if (memory.get("usage")?.turn) memory.put("usage", without(memory.get("usage"), "turn"));
  },
  step: (id, tokens, cost, memory, out) => {
    const before = memory.get("usage");
    if (!isPlain(tokens) || before?.step === id) return;
    const step = countsOf(tokens, cost);
    const thread = sum(before?.thread, step);
    const turn = sum(before?.turn, step);
    memory.put("usage", { step: id, thread, turn });
    const told = member(tokens, "total");
    const total = isInteger(told) ? told : undefined;
    out.usage({
      thread: figures("thread", thread),
      turn: figures("turn", turn),
      step: figures("step", step, total),
      contextTokens: total ?? COUNTS.reduce((all, names, i) => all + step[i], 0n),
    });
  },
  /** The session's own totals; told on only where they differ from the sum of the steps that were seen. */
  total: (tokens, cost, memory, out) => {
    if (!isPlain(tokens)) return;
    const total = countsOf(tokens, cost);
    if (sameCounts(memory.get("usage")?.thread ?? [], total)) return;
    memory.put("usage", { ...memory.get("usage"), thread: total });
    out.usage({ thread: figures("thread", total) });
  },
  /** Sums go on from those that history told last; what a turn used that is over, or has no step yet, is none. */
  resume: (memory, { running, usage: told }) => {
    if (!told?.thread) return memory.remove("usage");
    const cost = ({ costUsd }) => (costUsd === undefined ? "0" : decimal.plain(costUsd));
    const counts = (of) => [...FIGURES.map((name) => count(of[name])), cost(of)];
    const { step } = memory.get("usage") ?? {};
    const isRunning = running && told.turn && !told.turn.billable;
    memory.put("usage", {
      ...(step === undefined ? {} : { step }),
      thread: counts(told.thread),
      ...(isRunning ? { turn: counts(told.turn) } : {}),
    });
  },
  /** What a turn used that is over; this alone is to be paid. */
  turn: (memory) => {
    const used = memory.get("usage")?.turn;
    return used && figures("turn", used, undefined, true);
  },
};

// ---- Tools ----

const INVALID = "invalid"; // the vendor's own tool that runs in place of one that does not exist or got wrong input
const DENIED = "The user has specified a rule which prevents";
const UNAVAILABLE = "Unknown tool: ";

const TOOL_KINDS = {
  bash: "command", shell: "command",
  edit: "file_change", multiedit: "file_change", patch: "file_change", apply_patch: "file_change", write: "file_change",
  task: "subagent",
  glob: "file_search", grep: "file_search", list: "file_search", lsp: "file_search",
  external_directory: "file_search",
  webfetch: "web_search", websearch: "web_search", codesearch: "web_search",
};

const named = (tool, server) => ({
  tool, server, kind: server === undefined && Object.hasOwn(TOOL_KINDS, tool) ? TOOL_KINDS[tool] : "tool_call",
});

/** MCP servers that were named; a tool's native name begins with its server's, and nothing else tells it. */
const mcp = {
  remember: (scratch, ...names) => {
    for (const name of names) {
      const known = scratch.get("mcp") ?? [];
      if (known.length < 50 && !known.includes(name)) scratch.put("mcp", [...known, name]);
    }
  },
  /** How the vendor names a server's tool. */
  nativeName: (server, tool) =>
    server === undefined ? tool : `${server.replace(/[^a-zA-Z0-9_-]/g, "_")}_${tool}`,
  tool: (scratch, nativeName) => {
    const prefix = (server) => mcp.nativeName(server, "");
    const fits = (server) => nativeName.startsWith(prefix(server)) && nativeName.length > prefix(server).length;
    const longest = (best, server) => (best && prefix(best).length >= prefix(server).length ? best : server);
    const server = (scratch.get("mcp") ?? []).filter(fits).reduce(longest, undefined);
    return named(server === undefined ? nativeName : nativeName.slice(prefix(server).length), server);
  },
};

/** One line that says what the tool does: the command, the file, the question. */
const titleOf = ({ tool, server, kind }, input) => {
  const names = [kind === "command" ? "command" : "description", "filePath", "path", "pattern", "query", "url", "name"];
  return server !== undefined ? tool : firstText(input, ...names) ?? tool;
};

const toolItem = (tool, input) => ({
  ...tool,
  title: titleOf(tool, input),
  input: isPlain(input) && hasMembers(input) ? inputText(input) : undefined,
});

/** Tool calls that are not over: a permission names message and call, a result may not name its tool. */
const tools = {
  get: (scratch, key) => {
    const call = member(scratch.get("tools"), key);
    return call && { tool: mcp.tool(scratch, asText(call[0])), declined: call[2] === true };
  },
  start: (scratch, key, name, session, isDeclined = false) =>
    scratch.put("tools", { ...bounded(scratch.get("tools"), 200), [key]: [name, session, isDeclined] }),
  /** Somebody refused what that call asked for. */
  decline: (scratch, key) => {
    const call = key === undefined ? undefined : member(scratch.get("tools"), key);
    if (call) scratch.put("tools", { ...without(scratch.get("tools"), key), [key]: [call[0], call[1], true] });
  },
  end: (scratch, key) => {
    if (member(scratch.get("tools"), key)) store(scratch, "tools", without(scratch.get("tools"), key));
  },
  endAll: (scratch, session) => {
    const rest = Object.entries(scratch.get("tools") ?? {}).filter(([, call]) => call[1] !== session);
    store(scratch, "tools", Object.fromEntries(rest));
  },
  /** The calls of a session that are not over are those that history knows as open. */
  resume: (scratch, { thread, items, requests }) => {
    tools.endAll(scratch, thread);
    for (const { id, open, tool, server } of items) {
      if (!open || tool === undefined || !id.includes(":", 1)) continue;
      const isRefusal = ({ item, open: waits, answer }) =>
        item === id && !waits && (answer === undefined || asText(member(answer, "reply")) === "reject");
      tools.start(scratch, id, mcp.nativeName(server, tool), thread, requests.some(isRefusal));
    }
  },
};

// ---- Messages and their parts ----

/** Who wrote a message, and whether it is a fork's copy of a message that is older than the fork itself. */
const authors = {
  of: (f, out) => {
    const told = textMember(out.scratch.get("messages"), f.text("/part/messageID"));
    return told && { writer: told[0], isCopied: told.endsWith("c") };
  },
  /** Of a message that was not told, files and text without a time are a user's; a compaction has its words. */
  writer: (f, out) => {
    const told = authors.of(f, out);
    if (told) return told.writer;
    const type = asText(f.at("/part/type"));
    const isWritten = f.at("/part/time") === undefined || f.at("/part/synthetic") === true;
    const isUsers = type === "file" || (type === "text" && isWritten);
    const isSummary = new Turns(f, out).memory.get("compacting") !== undefined;
    return isUsers ? "u" : isSummary ? "s" : "a";
  },
  /** The first message that happens here says from when on its session is told here. */
  read: (writer, f, turns) => {
    const created = f.at("/info/time/created");
    const isCopied = isCopy(created, turns);
    if (!isCopied) happens(created, turns.memory);
    return { writer, isCopied };
  },
  /** Returns whether that is news. */
  remember: (scratch, message, { writer, isCopied }) => {
    const all = scratch.get("messages");
    const word = writer + (isCopied ? "c" : "");
    if (member(all, message) === word) return false;
    scratch.put("messages", { ...bounded(all, 100), [message]: word });
    return true;
  },
};

const isBefore = (created, other) => isInteger(created) && other !== undefined && created < other;

/** When a session was created, as its id says: the complement of milliseconds in 36 bits, and of 12 bits more. */
const bornById = (session) => {
  const [, digits] = /^ses_([0-9a-f]{12})[0-9A-Za-z]{14}$/.exec(session) ?? [];
  return digits && ~BigInt(`0x${digits}`) >> 12n;
};

/** Whether a message is older than its session: a fork's copy. */
const isCopy = (created, { memory, session }) => {
  if (memory.get("born") !== undefined) return isBefore(created, memory.get("born"));
  const named = bornById(session);
  return named !== undefined && isInteger(created) && BigInt.asUintN(36, BigInt(created) - named) >= 2n ** 35n;
};

/** Whether nobody can know if a message is a copy. */
const isUntold = (memory) => memory.get("hole") === true && memory.get("n") === undefined;

const happens = (created, memory) => {
  if (isInteger(created) && memory.get("since") === undefined) memory.put("since", created);
};

/** A message that is told on request was over before its session was opened here, unless it is younger than that. */
const isOver = (created, memory) => memory.get("since") === undefined || isBefore(created, memory.get("since"));

/** Parts that are streamed, and text that came before it was told what its part is. */
const parts = {
  type: (scratch, part) => member(scratch.get("parts"), part)?.[0],
  /** A part begins; returns the text that came before. */
  open: (scratch, part, type, session) => {
    scratch.put("parts", { ...without(scratch.get("parts"), part), [part]: [type, session] });
    return parts.released(scratch, part);
  },
  close: (scratch, part) => {
    store(scratch, "parts", without(scratch.get("parts"), part));
    parts.released(scratch, part);
  },
  hold: (scratch, part, session, text) => {
    const held = scratch.get("held");
    scratch.put("held", { ...held, [part]: [session, (member(held, part)?.[1] ?? "") + text] });
  },
  released: (scratch, part) => {
    const held = scratch.get("held");
    const text = member(held, part)?.[1];
    if (text !== undefined) store(scratch, "held", without(held, part));
    return text ?? "";
  },
  /** The parts of a session that are streamed are those that history knows as open. */
  resume: (scratch, { thread, items }, isCompacting) => {
    const before = scratch.get("parts") ?? {};
    const rest = Object.entries(before).filter(([, [type, session]]) =>
      session !== thread || (isCompacting && type === "CONTEXT_COMPACTION"));
    store(scratch, "parts", Object.fromEntries(rest));
    for (const { id, open, type } of items) {
      const isText = type === "assistant_message" || type === "reasoning";
      if (isText && open && !id.includes(":")) parts.open(scratch, id, type.toUpperCase(), thread);
    }
  },
  /** A turn that is over has no more text. */
  endAll: (scratch, session) => {
    for (const [key, place] of [["parts", 1], ["held", 0]]) {
      const rest = Object.entries(scratch.get(key) ?? {}).filter(([, part]) => part[place] !== session);
      store(scratch, key, Object.fromEntries(rest));
    }
  },
};

/** Text of a part that a user wrote; nothing of other parts and of what the provider wrote beside it. */
const promptText = (part) => {
  const isOwn = member(part, "synthetic") !== true && member(part, "ignored") !== true;
  switch (asText(member(part, "type"))) {
    case "text": return isOwn ? asText(member(part, "text")) : undefined;
    case "subtask": return asText(member(part, "prompt"));
    default: return undefined;
  }
};

const fileOf = (part) => {
  switch (asText(member(part, "type"))) {
    case "file": return {
      kind: asText(member(part, "mime")).startsWith("image/") ? "image" : "file",
      name: textMember(part, "filename"),
      sha256: kit.sha256(asText(member(part, "url"))),
    };
    case "agent": return { kind: "mention", name: textMember(part, "name") };
    default: return undefined;
  }
};

const filesOf = (found) => found.map(fileOf).filter((file) => file !== undefined);
const orNone = (list) => (list.length > 0 ? list : undefined);

/** What a user sent, part by part; the message is whole when anything else is told. */
const prompts = {
  part: (turns, message, part, author) => {
    const text = promptText(part);
    const file = fileOf(part);
    if (text === undefined && file === undefined) return;
    const isFirst = turns.memory.get("prompt")?.id !== message;
    if (isFirst) prompts.complete(turns);
    const of = author === undefined ? "untold" : author.isCopied ? "copied" : "";
    const before = isFirst ? { id: message, of, parts: {} } : turns.memory.get("prompt");
    const id = asText(member(part, "id"));
    if (member(before.parts, id) !== undefined || prompts.isResumed(file ? prompts.kept(file) : text, before.parts)) {
      return; // echoed again
    }
    const whole = { ...before.parts, [id]: file ? prompts.kept(file) : text };
    const told = prompts.item(whole);
    const isKept = told.text === undefined || told.text.length <= 16_384;
    const prompt = { ...before, parts: isKept ? whole : { ...before.parts, [id]: null } };
    turns.memory.put("prompt", prompt);
    prompts.about(turns, prompt).item("user_message", isFirst ? { ...told, state: "open" } : told);
  },
  complete: (turns) => {
    const prompt = turns.memory.get("prompt");
    if (prompt === undefined) return;
    turns.memory.remove("prompt");
    const told = prompts.item(prompt.parts);
    prompts.about(turns, prompt).item("user_message", { ...told, state: "completed", detail: null });
  },
  /** The message whose parts still come is the one that history knows as open. */
  resume: (memory, told) => {
    if (!told) return memory.remove("prompt");
    const { item, text, attachments } = told;
    const before = memory.get("prompt");
    const parts = text === undefined ? {} : { resumed: text.length > 16_384 ? null : text };
    for (const file of attachments) parts[`resumed${Object.keys(parts).length}`] = prompts.kept(file);
    const isSame = before?.id === item && !isUntold(memory);
    memory.put("prompt", { id: item, of: isSame ? before.of : "untold", parts });
  },
  /** Whether history told a part, which then has no id of its own. */
  isResumed: (told, parts) =>
    typeof told === "string"
      ? typeof parts.resumed === "string" && `\n${parts.resumed}\n`.includes(`\n${told}\n`)
      : Object.entries(parts).some(([id, part]) => id.startsWith("resumed") && same(part, told)),
  kept: ({ kind, name = null, sha256 = null }) => [kind, name, sha256],
  /** A copy belongs to no turn of the fork, and what may be one to none either before the fork's first. */
  about: (turns, { id, of }) => {
    const none = turns.out.about({ ...turns.out.refs, item: id });
    if (of === "copied") return none.asHistory();
    return of === "untold" && turns.memory.get("n") === undefined ? none : turns.next(id);
  },
  /** What the parts say together; text that was too long to be kept stands in the item already. */
  item: (parts) => {
    const told = Object.values(parts);
    const text = told.filter((part) => typeof part === "string").reduce(lines, "");
    const files = told.filter(Array.isArray).map(([kind, name, sha256]) =>
      only({ kind, name, sha256 }, "kind", "name", "sha256"));
    return { text: text === "" || told.includes(null) ? undefined : text, attachments: orNone(files) };
  },
};

const lines = (text, more) => text + (text === "" ? "" : "\n") + more;

const STREAMED = { ASSISTANT_MESSAGE: "assistant_message", REASONING: "reasoning", CONTEXT_COMPACTION: "compaction" };

/** The compaction that runs, which takes a summary's text; else the part itself. */
const compacting = (turns, part) => turns.memory.get("compacting")?.[0] ?? part;

const append = (type, part, delta, turns) =>
  turns.now(type === "CONTEXT_COMPACTION" ? compacting(turns, part) : part).item(STREAMED[type], { append: delta });

/** Text of a part so far, or, once the part has an end, the whole of it. */
const streamed = (told) => (f, out) => {
  const turns = new Turns(f, out);
  const part = f.text("/part/id");
  const text = f.text("/part/text");
  const isSummary = told === "CONTEXT_COMPACTION" && turns.memory.get("compacting") !== undefined;
  const type = told === "CONTEXT_COMPACTION" && !isSummary ? "ASSISTANT_MESSAGE" : told;
  const about = turns.now(isSummary ? compacting(turns, part) : part);
  const startedAt = f.time("/part/time/start");
  const isFirst = parts.type(out.scratch, part) === undefined;
  if (isNumber(f.at("/part/time/end"))) {
    parts.close(out.scratch, part);
    if (isSummary) return about.item("compaction", { text });
    const redacted = type === "REASONING" && text === "" && hasMembers(f.at("/part/metadata")) ? true : undefined;
    const completedAt = f.time("/part/time/end");
    about.item(STREAMED[type], { text, redacted, state: "completed", detail: null, startedAt, completedAt });
    return;
  }
  const delta = f.optionalText("/delta");
  if (!isFirst && delta !== undefined) {
    append(type, part, delta, turns);
  } else if (!isFirst || isSummary) {
    if (isFirst) parts.open(out.scratch, part, type, turns.session);
    about.item(STREAMED[type], { text });
  } else {
    const before = parts.open(out.scratch, part, type, turns.session);
    about.item(STREAMED[type], { text: text === "" ? undefined : text, state: "open", startedAt });
    if (text === "" && before !== "") append(type, part, before, turns);
  }
};

const prompted = (f, out) =>
  prompts.part(new Turns(f, out), f.text("/part/messageID"), f.node("/part"), authors.of(f, out));

const callKey = (f) => `${f.text("/part/messageID")}:${f.text("/part/callID")}`;

const toolPart = (name, state, scratch) => {
  const meant = name === INVALID ? textMember(member(state, "input"), "tool") : undefined;
  const item = toolItem(mcp.tool(scratch, meant ?? name), member(state, "input"));
  const title = textMember(state, "title");
  if (title && item.kind !== "command") item.title = title;
  if (name === INVALID) item.title = item.tool;
  if (item.kind === "subagent") item.childThreadId = textMember(member(state, "metadata"), "sessionId");
  return item;
};

/** How a call ended; only the word for success is one, and the vendor's stand-in never succeeds. */
const toolResult = (name, state, declined) => {
  const metadata = member(state, "metadata");
  const isTold = asText(member(state, "status")) === "completed";
  const unavailable = textMember(member(state, "input"), "error");
  const isDone = isTold && !(name === INVALID && unavailable !== undefined);
  const error = isDone ? undefined : isTold ? unavailable : textMember(state, "error");
  const output = isDone ? textMember(state, "output") : textMember(metadata, "output");
  return {
    state: isDone ? "completed" : declined || error?.startsWith(DENIED) ? "declined" : "failed",
    detail: error ?? null,
    text: textMember(metadata, "diff") ?? output,
    exitCode: exitCode(member(metadata, "exit")),
    attachments: orNone(filesOf(elements(member(state, "attachments")))),
  };
};

const exitCode = (exit) => (isInteger(exit) && BigInt.asIntN(32, BigInt(exit)) === BigInt(exit) ? exit : undefined);

const toolRunning = (f, out) => {
  const turns = new Turns(f, out);
  const key = callKey(f);
  const name = f.text("/part/tool");
  const { kind, ...told } = toolPart(name, f.node("/part/state"), out.scratch);
  told.text = textMember(f.at("/part/state/metadata"), "output");
  told.startedAt = f.time("/part/state/time/start");
  if (tools.get(out.scratch, key) === undefined) {
    tools.start(out.scratch, key, name, turns.session);
    turns.now(key).item(kind, { ...told, text: told.text === "" ? undefined : told.text, state: "open" });
  } else {
    turns.now(key).item(kind, told);
  }
};

const toolEnded = (f, out) => {
  const key = callKey(f);
  const call = tools.get(out.scratch, key);
  tools.end(out.scratch, key);
  const name = f.text("/part/tool");
  const state = f.node("/part/state");
  const { kind, ...told } = toolPart(name, state, out.scratch);
  new Turns(f, out).now(key).item(kind, {
    ...told,
    ...toolResult(name, state, call?.declined),
    startedAt: f.time("/part/state/time/start"),
    completedAt: f.time("/part/state/time/end"),
  });
};

/** Of a message that a fork has copied, the parts tell again what they told in its first session. */
const live = (rule) => (f, out) => {
  const author = authors.of(f, out);
  if (!author?.isCopied) rule(f, out);
  else if (author.writer === "u") prompted(f, out);
  else historyPart(f.node("/part"), author.writer, true, out.asHistory());
};

const MESSAGES = {
  "message.updated:user": (f, out) => {
    const turns = new Turns(f, out);
    const message = f.text("/info/id");
    const author = authors.read("u", f, turns);
    if (isUntold(turns.memory) || authors.remember(out.scratch, message, author)) prompts.complete(turns);
  },
  "message.updated:assistant": (f, out) => {
    const turns = new Turns(f, out);
    const author = authors.read(f.at("/info/summary") === true ? "s" : "a", f, turns);
    const isNews = authors.remember(out.scratch, f.text("/info/id"), author);
    prompts.complete(turns);
    if (author.isCopied) return;
    const error = f.at("/info/error");
    if (isNews && turns.running) turns.called();
    if (isPlain(error)) turns.failed(asText(member(error, "name")), errorMessage(error));
    const finish = f.optionalText("/info/finish");
    if (finish !== undefined && turns.running) turns.finished(finish);
  },
  "message.part.delta:text": (f, out) => {
    const turns = new Turns(f, out);
    const part = f.text("/partID");
    const delta = f.text("/delta");
    const type = parts.type(out.scratch, part);
    if (type === undefined) parts.hold(out.scratch, part, turns.session, delta);
    else append(type, part, delta, turns);
  },
  "message.removed": { drop: "the seed has no event for a message that is taken back" },
  "message.part.removed": { drop: "the seed has no event for a part that is taken back" },
  "message.part.updated:text": live((f, out) => {
    const writer = authors.writer(f, out);
    if (writer === "u") prompted(f, out);
    else streamed(writer === "s" ? "CONTEXT_COMPACTION" : "ASSISTANT_MESSAGE")(f, out);
  }),
  "message.part.updated:reasoning": live(streamed("REASONING")),
  "message.part.updated:file": live((f, out) => {
    if (authors.writer(f, out) === "u") return prompted(f, out);
    const attachments = orNone(filesOf([f.node("/part")]));
    const told = { state: "completed", detail: null, attachments };
    new Turns(f, out).now(f.text("/part/id")).item("assistant_message", told);
  }),
  "message.part.updated:agent": live(prompted),
  "message.part.updated:subtask": live(prompted),
  "message.part.updated:compaction": live((f, out) => {
    const turns = new Turns(f, out);
    const part = f.text("/part/id");
    turns.memory.put("compacting", [part, f.at("/part/auto") === true ? "auto" : "manual"]);
    turns.next(part).item("compaction", { state: "open" });
  }),
  "message.part.updated:step-finish": live((f, out) => {
    const turns = new Turns(f, out);
    const tokens = f.node("/part/tokens");
    if (turns.memory.get("n") === undefined) return; // outside of any turn: a copy whose message was not told
    usage.step(f.text("/part/id"), tokens, f.at("/part/cost"), turns.memory, turns.now());
  }),
  "message.part.updated:step-start": { drop: "the beginning of a model call; its message and its parts tell it" },
  "message.part.updated:snapshot": { drop: "names a stored state of the workspace; no host state depends on it" },
  "message.part.updated:patch": { drop: "names the files that a step changed; the tools' own items tell the changes" },
  "message.part.updated:retry": { duplicate: "session.status:retry" },
  "message.part.updated:tool:pending": live(toolRunning),
  "message.part.updated:tool:running": live(toolRunning),
  "message.part.updated:tool:completed": live(toolEnded),
  "message.part.updated:tool:error": live(toolEnded),
};

// ---- Errors ----

const errorMessage = (error) =>
  textMember(member(error, "data"), "message") ?? firstText(error, "message", "name", "type", "_tag")
  ?? "an error without words";

const ofStatus = (status) => {
  if ([401, 402, 403].includes(status)) return "permission_error";
  if (status === 429) return "provider_error";
  if ([408, 504].includes(status)) return "transport_error";
  return status >= 500 ? "provider_error" : "validation_error";
};

const NAMES = {
  ProviderAuthError: "permission_error",
  ContextOverflowError: "validation_error",
  MessageOutputLengthError: "validation_error",
  StructuredOutputError: "validation_error",
  APIError: "provider_error",
  provider: "provider_error",
};

/** Newer events tell the status in words only; what a provider tries again is the model's failure. */
const errorClass = (error, willRetry) => {
  const told = path(error, "data", "statusCode");
  if (isInteger(told) && told != 0) return ofStatus(Number(told));
  const inWords = /^Provider request failed with HTTP (\d{3})\b/.exec(errorMessage(error));
  if (inWords) return ofStatus(Number(inWords[1]));
  const name = firstText(error, "name", "type", "_tag") ?? "";
  return Object.hasOwn(NAMES, name) ? NAMES[name] : willRetry ? "provider_error" : "unknown";
};

/** An error after which the provider goes on by itself is a notice. */
const tellError = (error, willRetry, out) =>
  out.notice(willRetry ? "notice" : "error", errorMessage(error), errorClass(error, willRetry));

// ---- Sessions ----

const SETTINGS = ["directory", "agent", "model", "permission", "share", "revert", "version"];

/** The vendor's stand-in for a title is none. */
const sessionTitle = (info) => {
  const title = firstText(info, "title");
  return title === undefined || /^(New|Child) session - \d{4}-/.test(title) ? undefined : title;
};

const sessionTold = (isNow) => (f, out) => {
  const turns = new Turns(f, out);
  const info = f.optionalNode("/info") ?? f.node("");
  const { memory } = turns;
  const title = sessionTitle(info);
  const settings = only(info, ...SETTINGS);
  const before = memory.get("settings");
  const isRenamed = title !== memory.get("title");
  const isChanged = !same(settings, before);
  memory.put("settings", settings);
  const created = path(info, "time", "created");
  if (isInteger(created) && memory.get("born") === undefined) {
    memory.put("born", created);
    memory.mark("hole", false);
    if (isNow) memory.put("since", created);
  }
  if (title !== undefined) memory.put("title", title);
  if (before === undefined) {
    out.threadStarted(firstText(info, "parentID"), settings);
    if (title !== undefined) out.thread({ name: title });
  } else if ((isRenamed && title !== undefined) || isChanged) {
    // A setting that is no longer told is none any more, for instance a revert that was taken back.
    const lost = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    out.thread({ name: isRenamed ? title : undefined, settings: isChanged ? { ...lost, ...settings } : undefined });
  }
  usage.total(member(info, "tokens"), member(info, "cost"), memory, turns.now());
};

const busy = (f, out) => {
  const turns = new Turns(f, out);
  turns.begin();
  prompts.complete(turns);
};

const idle = (f, out) => {
  const turns = new Turns(f, out);
  prompts.complete(turns);
  turns.end();
};

const BOXES = { completed: "[x]", in_progress: "[>]" };

const SESSION = {
  "session.created": sessionTold(true),
  "session.updated": sessionTold(false),
  "session.deleted": (f, out) => {
    new Turns(f, out).memory.forget();
    out.thread({ status: "closed" });
  },
  "session.status:busy": busy,
  "session.status:retry": (f, out) => {
    busy(f, out);
    const message = errorMessage(f.node("/status"));
    const cause = message.startsWith("Cannot connect") ? "transport_error" : "provider_error";
    new Turns(f, out).now().notice("notice", message, cause);
  },
  "session.status:idle": idle,
  "session.idle": idle,
  // An abort is told by the turn's end; an error ends no turn by itself, since the provider may overcome it.
  "session.error": (f, out) => {
    if (out.refs.thread === undefined) return;
    const turns = new Turns(f, out);
    const error = f.at("/error");
    const name = asText(member(error, "name"));
    turns.failed(name, errorMessage(error));
    if (name !== ABORTED) tellError(error, false, turns.now());
  },
  "session.compacted": (f, out) => {
    const turns = new Turns(f, out);
    const running = turns.memory.get("compacting");
    const compaction = typeof running?.[1] === "string" ? { trigger: running[1] } : undefined;
    if (running) {
      turns.memory.remove("compacting");
      turns.now(running[0]).item("compaction", { state: "completed", detail: null }, undefined, compaction);
    }
    turns.now().compacted(compaction);
  },
  // The runtime vocabulary has no event for the diff of a whole turn.
  "session.diff": (f, out) => {
    if (joined(f.array("/diff"), "patch", "") !== "") new Turns(f, out);
  },
  // A step that was cancelled keeps its place, and stays undone.
  "todo.updated": (f, out) => {
    const lines = f.array("/todos").map((todo) => {
      const status = asText(member(todo, "status"));
      return `${Object.hasOwn(BOXES, status) ? BOXES[status] : "[ ]"} ${asText(member(todo, "content"))}`;
    });
    new Turns(f, out).now().turnPlan(undefined, lines.join("\n"));
  },
};

// ---- The server itself, which no session is about ----

const says = (f, out) => out.notice("notice", f.text("/message"));
const stopped = (f) => f.optionalText("/directory");
const servers = (f, out) => mcp.remember(out.scratch, ...Object.keys(isPlain(f.node("")) ? f.node("") : {}));
const configured = (f, out) => mcp.remember(out.scratch, ...Object.keys(isPlain(f.at("/mcp")) ? f.at("/mcp") : {}));

const SERVER = {
  // A stream that is opened anew is no new session.
  "server.connected": (f, out) => {
    if (out.scratch.get("connected") === undefined) out.scratch.put("connected", {});
  },
  "server.instance.disposed": stopped,
  "global.disposed": stopped,
  "mcp.tools.changed": (f, out) => {
    const server = f.optionalText("/server");
    if (server !== undefined) mcp.remember(out.scratch, server);
    f.node("");
  },
  "GET /mcp#result": servers,
  "POST /mcp#result": servers,
  "POST /mcp/{name}/connect#result": (f, out) => mcp.remember(out.scratch, out.frame.parameters.name),
  "GET /config#result": configured,
  "PATCH /config#result": configured,
  "mcp.browser.open.failed": (f, out) =>
    out.notice("notice", `no browser for the login page of ${f.optionalText("/mcpName") ?? null}`),
  "workspace.failed": says,
  "worktree.failed": says,
  "command.executed": { duplicate: "the turn that the command began" },
};

const DROPS = {
  "server.heartbeat": "tells that the stream lives, and nothing else",
  "file.edited": "tools tell what they change; no host state depends on it",
  "file.watcher.updated": "what changes in the folder; no host state depends on it",
  "vcs.branch.updated": "the folder's branch; no host state depends on it",
  "lsp.updated": "the vendor's language servers; no host state depends on it",
  "lsp.client.diagnostics": "the vendor's language servers; no host state depends on it",
  "project.updated": "the vendor's list of projects; no host state depends on it",
  "project.directories.updated": "the vendor's list of projects; no host state depends on it",
  "workspace.ready": "the vendor's list of workspaces; no host state depends on it",
  "workspace.status": "the vendor's list of workspaces; no host state depends on it",
  "worktree.ready": "the vendor's list of work trees; no host state depends on it",
  "plugin.added": "what the server has loaded; the session's own tools are told by their calls",
  "catalog.updated": "which models can be chosen; the session tells the one that it uses",
  "models-dev.refreshed": "which models can be chosen; the session tells the one that it uses",
  "reference.updated": "where the vendor keeps references; no host state depends on it",
  "integration.updated": "which vendors can be logged in to; no host state depends on it",
  "integration.connection.updated": "which vendors are logged in to; no session is named",
  "installation.updated": "the program replaced itself; the running one stays as it is",
  "installation.update-available": "there is a newer program; the running one stays as it is",
  "pty.created": "a terminal of the user's own, beside any session",
  "pty.updated": "a terminal of the user's own, beside any session",
  "pty.exited": "a terminal of the user's own, beside any session",
  "pty.deleted": "a terminal of the user's own, beside any session",
  "tui.prompt.append": "steers the vendor's own terminal window",
  "tui.command.execute": "steers the vendor's own terminal window",
  "tui.toast.show": "steers the vendor's own terminal window",
  "tui.session.select": "steers the vendor's own terminal window",
};

// ---- Permissions and questions: an event asks, a call answers, an event tells what was answered ----

// Type in events, name in scratch, kind of the item that shows it.
const TYPES = {
  COMMAND_EXECUTION_APPROVAL: { type: "command_execution_approval", kind: "approval" },
  FILE_CHANGE_APPROVAL: { type: "file_change_approval", kind: "approval" },
  UNKNOWN: { type: "unknown", kind: "approval" },
  TOOL_USER_INPUT: { type: "tool_user_input", kind: "question" },
};
const ASKS = { command: "COMMAND_EXECUTION_APPROVAL", file_change: "FILE_CHANGE_APPROVAL" };

/** What is asked, without the ids that say whom it is about. */
const argsOf = (body) => ["id", "sessionID", "messageID", "callID", "tool", "source"].reduce(without, body);

/** Whom a request is about: the tool call that it names, by message and call. */
const askedAbout = (f, out) => {
  const source = f.at("/tool") === undefined ? f.at("/source") : f.at("/tool");
  const message = firstText(source, "messageID");
  const call = firstText(source, "callID", "id");
  return new Turns(f, out).now(message && call ? `${message}:${call}` : undefined);
};

const opened = (name, detail, args, about) => {
  if (about.refs.request !== undefined) kit.openRequests.add(about.scratch, name, about.refs);
  about.requestOpened(TYPES[name].type, TYPES[name].kind, detail, args);
};

/** What an event settles; it is open no more. */
const settled = (body, out) => {
  const request = `"${idOf(body, "requestID", "permissionID", "id")}"`;
  const open = kit.openRequests.get(out.scratch, request);
  kit.openRequests.remove(out.scratch, request);
  return { ...TYPES[open?.type ?? "UNKNOWN"], refs: open?.refs ?? { ...out.refs, request } };
};

const permissionAsked = (f, out) => {
  const body = f.node("");
  const name = idOf(body, "permission", "action", "type");
  const told = firstText(member(body, "metadata"), "command", "filepath", "url", "description");
  const patterns = elements(member(body, member(body, "resources") === undefined ? "patterns" : "resources"));
  const words = patterns.reduce((line, one) => line + (line === "" ? "" : ", ") + asText(one), "");
  const asks = ASKS[mcp.tool(out.scratch, name).kind] ?? "UNKNOWN";
  opened(asks, told ?? (words === "" ? name : words), argsOf(body), askedAbout(f, out));
};

/** What the user says beside the verdict, which only the client's call tells; the event after it settles. */
const keepWords = (f, out) => {
  const words = f.optionalText("/message");
  const { request } = out.refs;
  if (words === undefined || words.length > 2_000 || request === undefined) return;
  out.scratch.put("words", { ...bounded(out.scratch.get("words"), 4), [request]: words });
};

/** What the user said with an answer, once. */
const wordsOf = (request, scratch) => {
  const { [request]: words, ...rest } = scratch.get("words") ?? {};
  if (words !== undefined) store(scratch, "words", rest);
  return words;
};

const permissionReplied = (f, out) => {
  const body = f.node("");
  const reply = firstText(body, "reply", "response");
  const { refs, type, kind } = settled(body, out);
  if (reply === "reject") tools.decline(out.scratch, refs.item);
  const how = { decision: reply, refused: reply === "reject" };
  const answer = only(body, "reply", "response", "message");
  const words = wordsOf(refs.request, out.scratch);
  if (words !== undefined && member(answer, "message") === undefined) answer.message = words;
  out.requestResolved(refs, type, kind, how, answer);
};

const questionAsked = (f, out) => {
  const body = f.node("");
  const first = f.at("/questions/0/question");
  const detail = typeof first === "string" ? first : firstText(body, "title", "message");
  opened("TOOL_USER_INPUT", detail, argsOf(body), askedAbout(f, out));
};

const questionReplied = (f, out) => {
  const body = f.node("");
  const { refs, type, kind } = settled(body, out);
  const answers = member(body, "answers");
  out.requestResolved(refs, type, kind, {}, answers === undefined ? argsOf(body) : answers);
};

const questionRejected = (f, out) => {
  const { refs, type, kind } = settled(f.node(""), out);
  tools.decline(out.scratch, refs.item);
  out.requestResolved(refs, type, kind, { cancelled: true }, undefined);
};

const permission = (family) => ({
  [`${family}asked`]: permissionAsked,
  [`${family}asked#result`]: keepWords,
  [`${family}replied`]: permissionReplied,
});

const question = (asked, family, withdrawn) => ({
  [asked]: questionAsked,
  [`${asked}#result`]: { duplicate: `${family}replied` },
  [`${family}replied`]: questionReplied,
  [`${family}${withdrawn}`]: questionRejected,
});

const REQUESTS = {
  ...permission("permission."),
  ...permission("permission.v2."),
  ...question("question.asked", "question.", "rejected"),
  ...question("question.v2.asked", "question.v2.", "rejected"),
};

// ---- The newer events, each about one step of the model: session.next.*, in release 2.x without `next` ----

const stepKey = (f) => `${idOf(f.node(""), "assistantMessageID")}:${idOf(f.node(""), "callID", "id")}`;

const stepUsage = (f, turns) =>
  usage.step(f.text("/assistantMessageID"), f.at("/tokens"), f.at("/cost"), turns.memory, turns.now());

/** A text or thought, by its id within its message, or by its place, where it has no id. */
const stepPart = (word) => (f, out) => {
  const place = () => `${word}-${f.integer("/ordinal")}`;
  const part = firstText(f.node(""), "textID", "reasoningID") ?? place();
  return new Turns(f, out).now(`${f.text("/assistantMessageID")}:${part}`);
};

const texts = (family, word, kind) => {
  const about = stepPart(word);
  return {
    [`${family}${word}.started`]: (f, out) => about(f, out).item(kind, { state: "open" }),
    [`${family}${word}.delta`]: (f, out) => about(f, out).item(kind, { append: f.text("/delta") }),
    [`${family}${word}.ended`]: (f, out) => {
      const text = f.text("/text");
      const isWithheld = word === "reasoning" && text === ""
        && (hasMembers(f.at("/providerMetadata")) || hasMembers(f.at("/state")));
      const redacted = isWithheld ? true : undefined;
      about(f, out).item(kind, { text, redacted, state: "completed", detail: null });
    },
  };
};

/** What a tool gave back: texts in order, and files beside them. */
const contentOf = (content) => {
  let text = "";
  const files = [];
  for (const block of elements(content)) {
    const told = textMember(block, "text");
    if (told === undefined) files.push({ kind: fileKind(block), name: textMember(block, "name") });
    else text += (text === "" || text.endsWith("\n") ? "" : "\n") + told;
  }
  return { text: text === "" ? undefined : text, attachments: orNone(files) };
};
const fileKind = (block) => (member(block, "type") === undefined ? "file" : asText(member(block, "type")));

const toolBegins = (name, f, out) => {
  const turns = new Turns(f, out);
  const key = stepKey(f);
  tools.start(out.scratch, key, name, turns.session);
  const { kind, ...told } = toolItem(mcp.tool(out.scratch, name), f.at("/input"));
  turns.now(key).item(kind, { ...told, state: "open" });
};

const stepTool = (f, out) => tools.get(out.scratch, stepKey(f))?.tool ?? named(INVALID);

/** Some tools give their content only beside the texts, as one value. */
const given = (f) => {
  const content = f.at("/content");
  const structured = f.at("/structured/content");
  if (hasMembers(content)) return content;
  const isReadable = typeof structured === "string" && asText(f.at("/structured/encoding")) !== "base64";
  return isReadable ? [{ text: structured }] : Array.isArray(structured) ? structured : content;
};

const toolEvents = (family) => ({
  [`${family}tool.input.started`]: (f, out) => toolBegins(f.text("/name"), f, out),
  [`${family}tool.input.delta`]: (f, out) => {
    const call = tools.get(out.scratch, stepKey(f));
    const appendInput = f.text("/delta");
    // Input alone tells nothing of a search, and the host knows better.
    const kind = call === undefined || call.tool.kind === "file_search" ? "tool_call" : call.tool.kind;
    new Turns(f, out).now(stepKey(f)).item(kind, { appendInput });
  },
  [`${family}tool.input.ended`]: { duplicate: `${family}tool.called` },
  [`${family}tool.called`]: (f, out) => {
    const call = tools.get(out.scratch, stepKey(f));
    if (!call) return toolBegins(firstText(f.node(""), "tool", "name") ?? INVALID, f, out);
    const { kind, ...told } = toolItem(call.tool, f.node("/input"));
    new Turns(f, out).now(stepKey(f)).item(kind, told);
  },
  [`${family}tool.progress`]: (f, out) => {
    const { kind, ...tool } = stepTool(f, out);
    new Turns(f, out).now(stepKey(f)).item(kind, { ...tool, ...contentOf(f.at("/content")) });
  },
  [`${family}tool.success`]: (f, out) => {
    const { kind, ...tool } = stepTool(f, out);
    tools.end(out.scratch, stepKey(f));
    const told = { ...tool, ...contentOf(given(f)), exitCode: exitCode(f.at("/structured/exit")) };
    new Turns(f, out).now(stepKey(f)).item(kind, { ...told, state: "completed", detail: null });
  },
  [`${family}tool.failed`]: (f, out) => {
    const error = errorMessage(f.node("/error"));
    const call = tools.get(out.scratch, stepKey(f));
    const isUnknown = error.startsWith(UNAVAILABLE);
    const { kind, ...tool } = isUnknown ? named(error.slice(UNAVAILABLE.length)) : stepTool(f, out);
    tools.end(out.scratch, stepKey(f));
    const told = { ...tool, ...contentOf(f.at("/content")), detail: error };
    new Turns(f, out).now(stepKey(f)).item(kind, { ...told, state: call?.declined ? "declined" : "failed" });
  },
});

/** A command that the user runs; its members stand in `shell` or in the event itself. */
const shellOf = (f) => (isPlain(f.at("/shell")) ? f.at("/shell") : f.node(""));

const shellStarted = (f, out) => {
  const shell = shellOf(f);
  const { kind, ...told } = toolItem(named("shell"), shell);
  new Turns(f, out).next(idOf(shell, "callID", "id")).item(kind, { ...told, state: "open" });
};

const shellEnded = (f, out) => {
  const shell = shellOf(f);
  const output = f.at("/output");
  const exit = member(shell, "exit");
  new Turns(f, out).next(idOf(shell, "callID", "id")).item("command", {
    state: isInteger(exit) && exit != 0 ? "failed" : "completed",
    detail: null,
    text: typeof output === "string" ? output : textMember(output, "output"),
    exitCode: exitCode(exit),
  });
};

const compactionId = (f, turns) =>
  f.optionalText("/messageID") ?? compacting(turns, `compaction:${turns.out.frame.seq}`);

const compactionStarted = (f, out) => {
  const turns = new Turns(f, out);
  const item = f.optionalText("/messageID") ?? `compaction:${out.frame.seq}`;
  turns.memory.put("compacting", [item, f.text("/reason")]);
  turns.now(item).item("compaction", { state: "open" });
};

const compactionDelta = (f, out) => {
  const turns = new Turns(f, out);
  append("CONTEXT_COMPACTION", compactionId(f, turns), f.text("/text"), turns);
};

const compactionEnded = (f, out) => {
  const turns = new Turns(f, out);
  const compaction = { trigger: f.text("/reason") };
  const about = turns.now(compactionId(f, turns));
  turns.memory.remove("compacting");
  about.item("compaction", { state: "completed", detail: null, text: f.text("/text") }, undefined, compaction);
  turns.now().compacted(compaction);
};

const setting = (name) => (f, out) => {
  const { memory } = new Turns(f, out);
  memory.put("settings", { ...without(memory.get("settings"), name), [name]: f.node(`/${name}`) });
  out.thread({ settings: only(f.node(""), name) });
};

/** What the runtime vocabulary has no event for. */
const silent = (f, out) => out.need(out.refs, "thread");

/** What both families have. */
const steps = (family) => ({
  ...texts(family, "text", "assistant_message"),
  ...texts(family, "reasoning", "reasoning"),
  ...toolEvents(family),
  [`${family}shell.started`]: shellStarted,
  [`${family}shell.ended`]: shellEnded,
  [`${family}compaction.started`]: compactionStarted,
  [`${family}compaction.delta`]: compactionDelta,
  [`${family}compaction.ended`]: compactionEnded,
  [`${family}moved`]: setting("location"),
  [`${family}revert.staged`]: silent,
  [`${family}revert.cleared`]: silent,
  [`${family}revert.committed`]: silent,
  [`${family}synthetic`]: { drop: "text that the provider itself writes into the conversation" },
});

/** Files and mentions of a prompt; a client need not say what type a file has. */
const promptFiles = (prompt) => [
  ...elements(member(prompt, "files")).map((file) => (
    { kind: "file", name: textMember(file, "name"), sha256: kit.sha256(asText(member(file, "uri"))) })),
  ...elements(member(prompt, "agents")).map((agent) => ({ kind: "mention", name: textMember(agent, "name") })),
];

const userMessage = (prompt, about) => {
  const told = { text: textMember(prompt, "text"), attachments: orNone(promptFiles(prompt)) };
  about.item("user_message", { ...told, state: "completed", detail: null });
};

/** A step tells model and agent; a session of this family tells them nowhere else when it begins. */
const runsWith = (f, turns) => {
  const told = only(f.node(""), "agent", "model");
  const before = turns.memory.get("settings");
  if (before !== undefined && same(only(before, "agent", "model"), told)) return;
  turns.memory.put("settings", { ...before, ...told });
  turns.out.thread({ settings: told });
};

/** Something went wrong; it is told again where it ends the turn. */
const stepError = (f, out) => {
  const turns = new Turns(f, out);
  const error = f.node("/error");
  if (turns.failed("error", errorMessage(error))) tellError(error, false, turns.now());
};

const retried = (f, out) => tellError(f.node("/error"), true, new Turns(f, out).now());

/** How the vendor words the end of a step that somebody stopped; nothing else tells it. */
const INTERRUPTED = "Provider turn interrupted";

/** The family of release 1.18: a prompt begins a turn, a step that calls no tools ends it. */
const NEXT = {
  ...steps("session.next."),
  "session.next.prompted": (f, out) => {
    const turns = new Turns(f, out);
    turns.begin();
    happens(f.at("/timestamp"), turns.memory);
    userMessage(f.node("/prompt"), turns.now(f.text("/messageID")));
  },
  "session.next.prompt.admitted": { duplicate: "session.next.prompted" },
  "session.next.step.started": (f, out) => {
    const turns = new Turns(f, out);
    turns.begin();
    turns.called();
    runsWith(f, turns);
  },
  "session.next.step.ended": (f, out) => {
    const turns = new Turns(f, out);
    stepUsage(f, turns);
    const finish = f.text("/finish");
    turns.finished(finish);
    if (turns.memory.get("abort")) turns.end("interrupted");
    else if (finish !== "tool-calls") turns.end();
  },
  "session.next.step.failed": (f, out) => {
    const turns = new Turns(f, out);
    const isStopped = turns.memory.get("abort") || errorMessage(f.node("/error")) === INTERRUPTED;
    if (!isStopped) stepError(f, out);
    turns.end(isStopped ? "interrupted" : "failed");
  },
  "session.next.retried": retried,
  "session.next.agent.switched": setting("agent"),
  "session.next.model.switched": setting("model"),
  "session.next.context.updated": { drop: "instructions that the provider writes into the context" },
};

const ended = (detail) => (f, out) => new Turns(f, out).end(detail);

/** The names of release 2.x, on the newer wire only: an execution is a turn, with a beginning and an end of its own. */
const EXECUTIONS = {
  ...steps("session."),
  ...question("form.created", "form.", "cancelled"),
  "session.execution.started": (f, out) => new Turns(f, out).begin(),
  "session.execution.succeeded": ended(null),
  "session.execution.interrupted": ended("interrupted"),
  "session.execution.failed": (f, out) => {
    stepError(f, out);
    new Turns(f, out).end("failed");
  },
  // A prompt that waits or steers; the wire tells its words once, here.
  "session.input.admitted": (f, out) => {
    const input = f.node("/input");
    const prompt = isPlain(member(input, "prompt")) ? input.prompt : input;
    userMessage(prompt, new Turns(f, out).next(f.text("/inputID")));
  },
  "session.input.promoted": { duplicate: "session.input.admitted" },
  "session.step.started": (f, out) => runsWith(f, new Turns(f, out)),
  "session.step.ended": (f, out) => {
    const turns = new Turns(f, out);
    stepUsage(f, turns);
    turns.finished(f.text("/finish"));
  },
  "session.step.failed": stepError,
  "session.retry.scheduled": retried,
  "session.compaction.failed": (f, out) => {
    const turns = new Turns(f, out);
    const about = turns.now(compactionId(f, turns));
    turns.memory.remove("compacting");
    about.item("compaction", { state: "failed", detail: errorMessage(f.node("/error")) });
  },
  "session.usage.updated": (f, out) => {
    const turns = new Turns(f, out);
    usage.total(f.node("/tokens"), f.at("/cost"), turns.memory, turns.now());
  },
  "session.agent.selected": setting("agent"),
  "session.model.selected": setting("model"),
  "session.renamed": (f, out) => out.thread({ name: f.text("/title") }),
  "session.forked": (f, out) => {
    f.node("");
    silent(f, out);
  },
  "session.usage.recorded": { drop: "a figure that session.usage.updated sums up" },
  "session.compaction.admitted": { drop: "a compaction that waits; its start tells it" },
  "session.instructions.updated": { drop: "instructions that the provider writes into the context" },
  "session.skill.activated": { drop: "instructions that the provider writes into the context" },
};

// ---- HTTP calls: history, which is complete, opens no turn and confirms no send; aborts; refusals ----

const whole = (id, { kind, ...told }, out) =>
  out.about({ ...out.refs, item: id }).item(kind, { state: "completed", detail: null, ...told });

const said = (kind, part) => ({ kind, text: asText(member(part, "text")) });

/** A part of a model's message; one that nothing more comes of is over, complete or not. */
const historyPart = (part, writer, isAtRest, out) => {
  if (writer === "s") return; // a summary stands for what it sums up, and is no answer
  const status = asText(path(part, "state", "status"));
  const isEnded = isNumber(path(part, "time", "end")) || ["completed", "error"].includes(status);
  const id = asText(member(part, "id"));
  const state = { state: isEnded ? "completed" : "failed", ...timesOf(part) };
  switch (asText(member(part, "type"))) {
    case "text":
      if (isEnded || isAtRest) whole(id, { ...said("assistant_message", part), ...state }, out);
      break;
    case "reasoning":
      if (isEnded || isAtRest) whole(id, { ...said("reasoning", part), ...state }, out);
      break;
    case "tool":
      if (isEnded || isAtRest) whole(historyCall(part), historyTool(part, out.scratch), out);
      break;
    case "file":
      whole(id, { kind: "assistant_message", attachments: orNone(filesOf([part])) }, out);
      break;
  }
};

const historyCall = (part) => `${asText(member(part, "messageID"))}:${asText(member(part, "callID"))}`;

const historyTool = (part, scratch) => {
  const name = asText(member(part, "tool"));
  const state = member(part, "state");
  return { ...toolPart(name, state, scratch), ...toolResult(name, state, false), ...timesOf(state) };
};

const timesOf = (of) => {
  const f = new kit.View(of);
  return { startedAt: f.time("/time/start"), completedAt: f.time("/time/end") };
};

const historyMessage = (message, out) => {
  const found = elements(member(message, "parts"));
  if (asText(path(message, "info", "role")) === "user") {
    const text = found.map(promptText).filter((one) => one !== undefined).reduce(lines, "");
    const files = filesOf(found.filter((part) => promptText(part) === undefined));
    if (text !== "" || files.length > 0) {
      whole(asText(path(message, "info", "id")), { kind: "user_message", text, attachments: orNone(files) }, out);
    }
    return;
  }
  const writer = path(message, "info", "summary") === true ? "s" : "a";
  for (const part of found) historyPart(part, writer, false, out);
};

const history = (f, out) => {
  const { memory } = new Turns(f, out);
  const told = f.node("");
  for (const message of Array.isArray(told) ? told : [told]) {
    historyMessage(message, isOver(path(message, "info", "time", "created"), memory) ? out.asHistory() : out);
  }
};

const stepPartOfHistory = (part, scratch) => {
  const state = member(part, "state");
  const status = asText(member(state, "status"));
  switch (asText(member(part, "type"))) {
    case "text": return said("assistant_message", part);
    case "reasoning": return said("reasoning", part);
    case "tool": return /^(completed|error)$/.test(status) ? {
      ...toolItem(mcp.tool(scratch, asText(member(part, "name"))), member(state, "input")),
      ...contentOf(member(state, "content")),
      exitCode: exitCode(path(state, "structured", "exit")),
      state: status === "completed" ? "completed" : "failed",
      detail: member(state, "error") === undefined ? null : errorMessage(state.error),
    } : undefined;
    default: return undefined;
  }
};

/** The newer calls tell the newest message first. */
const newerHistory = (f, out) => {
  const { memory } = new Turns(f, out);
  for (const message of elements(f.at("/data")).reverse()) {
    const to = isOver(path(message, "time", "created"), memory) ? out.asHistory() : out;
    const id = asText(member(message, "id"));
    const type = asText(member(message, "type"));
    if (type === "user") userMessage(message, to.about({ ...to.refs, item: id }));
    for (const part of type === "assistant" ? elements(member(message, "content")) : []) {
      const told = stepPartOfHistory(part, out.scratch);
      if (told) whole(`${id}:${asText(member(part, "id"))}`, told, to);
    }
  }
};

const aborted = (f, out) => new Turns(f, out).abortAsked();

/** A call was refused, or, with status 0, not even made. */
const refused = (f, out) => {
  const { status } = out.frame.http ?? { status: 0 };
  const error = isPlain(f.at("")) ? f.at("") : { message: `HTTP status ${status}` };
  out.notice("error", errorMessage(error), status === 0 ? "transport_error" : ofStatus(status));
};

const CALLS = {
  "GET /session/{sessionID}/message#result": history,
  "GET /session/{sessionID}/message/{messageID}#result": history,
  "GET /api/session/{sessionID}/message#result": newerHistory,
  "POST /session#result": { duplicate: "session.created" },
  "POST /session/{sessionID}/message#result": { duplicate: "message.part.updated" },
  "POST /session/{sessionID}/shell#result": { duplicate: "message.part.updated" },
  "POST /session/{sessionID}/command#result": { duplicate: "message.part.updated" },
  "POST /api/session#result": { duplicate: "session.created" },
};

const ABORTS = /^\/(session\/[^/]+\/abort|api\/session\/[^/]+\/interrupt)$/;

const OTHERS = {
  "in request": { drop: "the client's own call; the events after it and its answer tell what came of it" },
  "in result": { drop: "an answer to a request that is not in the recording" },
  "out result": { drop: "the answer to a call; what the call changed is told by events" },
  "out error": refused,
};

// ---- The book ----

/** Where a kind goes deeper; without that member the frame is a fault. */
const DEEPER = {
  "message.updated": "/info/role",
  "message.part.delta": "/field",
  "message.part.updated": "/part/type",
  "message.part.updated:tool": "/part/state/status",
  "session.status": "/status/type",
};

const COMMON = {
  ...MESSAGES, ...SESSION, ...SERVER, ...REQUESTS, ...NEXT, ...CALLS,
  ...Object.fromEntries(Object.entries(DROPS).map(([kind, drop]) => [kind, { drop }])),
  ...Object.fromEntries(Object.entries(DEEPER).map(([kind, place]) => [`${kind}:?`, (f) => f.text(place)])),
};

const OLDER = { ...COMMON, sync: { duplicate: "the event of the same id" } };
const NEWER = { ...COMMON, ...EXECUTIONS };

const isNewer = (frame) => frame.sse?.stream.startsWith("/api/") === true;

/** Some streams wrap events. */
const eventOf = ({ frame }) => (isPlain(member(frame, "payload")) ? frame.payload : frame);

/** What rules read: what an event tells, or the whole of a call. */
const body = (frame) => {
  if (!frame.sse) return frame.frame;
  const told = isNewer(frame) ? member(frame.frame, "data") : member(eventOf(frame), "properties");
  return told === undefined ? (isNewer(frame) ? frame.frame : eventOf(frame)) : told;
};

const kindOf = (frame, f) => {
  if (frame.role === "result" || frame.role === "error") return `${frame.replyTo ?? ""}#${frame.role}`;
  const type = member(isNewer(frame) ? frame.frame : eventOf(frame), "type");
  let kind = type == null || isObject(type) ? "?" : asText(type);
  while (Object.hasOwn(DEEPER, kind)) {
    const deeper = f.at(DEEPER[kind]);
    kind += deeper == null || isObject(deeper) ? ":?" : `:${asText(deeper)}`;
  }
  return kind;
};

const rule = (frame, f) => {
  if (frame.http?.method === "POST" && ABORTS.test(frame.http.path.split("?")[0])) return aborted;
  const rules = isNewer(frame) ? NEWER : OLDER;
  let kind = frame.http?.method && frame.role === "request" ? "" : kindOf(frame, f).slice(0, 200);
  while (kind !== "" && !Object.hasOwn(rules, kind)) kind = kind.slice(0, Math.max(0, kind.lastIndexOf(":")));
  return kind === "" ? OTHERS[`${frame.dir} ${frame.role}`] : rules[kind];
};

const THREAD_PLACES = ["/sessionID", "/info/sessionID", "/part/sessionID", "/info/id"];

/** Whom a frame is about; of requests only the provider's own count. */
const refs = (frame, f) => {
  const isAnswer = frame.role === "result" || frame.role === "error";
  const isServers = (frame.dir === "out" && frame.role === "request") || (frame.dir === "in" && isAnswer);
  const thread = THREAD_PLACES.map((place) => f.at(place)).find((id) => typeof id === "string");
  return { thread: thread ?? frame.parameters?.sessionID, request: isServers ? frame.id : undefined };
};

const BOOK = { rule, refs, resume, body, names: ["thread"], times: ["/timestamp", "/time", "/created"] };

export function mapFrames(context, frames, scratch) {
  return kit.map(BOOK, context, frames, scratch);
}
