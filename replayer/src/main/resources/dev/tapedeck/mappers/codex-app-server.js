// A mapper for the wire codex.app-server, whole: what the native rule book does, written again in JavaScript.
// `tapedeck parity --left native --right quickjs:bundled fixtures/codex` shows that both say the same.
//
// Scratch, as the native mapper has it:
//   requests       {KEY: {type, thread, turn, item}}         open requests of the provider
//   part/THREAD    [ITEM, PART]                              part of a thought that streamed last
//   usage/THREAD   {turn, total: [6], used: [6]}             turn and used only while a turn runs
//   parents, first, plan/THREAD, compaction/THREAD, evidence/THREAD: see kit.js

const { asText, elements, inputText, isInteger, isObject, joined, member, only, textMember, without } = kit;

// ---- Items: what each type says of itself, at its start and at its end alike ----

const TEXT_PARTS = ["text", "inputText"];
const ATTACHMENT_KINDS = { localImage: "image", inputImage: "image", localAudio: "audio" };

const firstText = (part, names) => names.map((name) => textMember(part, name)).find((text) => text !== undefined);

const contentText = (parts) =>
  elements(parts).filter((part) => asText(member(part, "type")) === "text")
    .map((part) => asText(member(part, "text"))).join("\n");

/** Whatever is no text, in order; undefined when there is none. */
const attachmentsOf = (parts) => {
  const found = elements(parts).filter((part) => !TEXT_PARTS.includes(asText(member(part, "type")))).map((part) => {
    const type = asText(member(part, "type"));
    const resource = member(part, "resource");
    const holder = isObject(resource) && !Array.isArray(resource) ? resource : part;
    const content = firstText(holder, ["url", "imageUrl", "data", "blob", "text"]);
    return {
      kind: Object.hasOwn(ATTACHMENT_KINDS, type) ? ATTACHMENT_KINDS[type] : type,
      name: firstText(holder, ["path", "name", "fileId", "uri"]),
      sha256: content === undefined ? undefined : kit.sha256(content),
    };
  });
  return found.length > 0 ? found : undefined;
};

/** What a tool gave back: its texts one a line, and whatever is no text beside them. */
const outputOf = (content) =>
  content === undefined ? {} : { text: joined(content, "text", "\n"), attachments: attachmentsOf(content) };

const item = (f) => f.node("/params/item");
const tool = (name) => ({ kind: "tool_call", title: name, tool: name });
const changesOf = (changes) => ({
  kind: "file_change",
  title: joined(changes, "path", ", "),
  text: joined(changes, "diff", "\n"),
  input: inputText(elements(changes).map((change) => only(change, "path", "kind"))),
});

const ITEMS = {
  userMessage: (f) => {
    const content = f.array("/params/item/content");
    return { kind: "user_message", text: contentText(content), attachments: attachmentsOf(content) };
  },
  hookPrompt: () => ({ kind: "user_message" }),
  agentMessage: (f) => ({ kind: "assistant_message", text: f.text("/params/item/text") }),
  reasoning: (f) => {
    const parts = ["summary", "content"].flatMap((name) => elements(f.optionalNode(`/params/item/${name}`)));
    return { kind: "reasoning", text: parts.length === 0 ? undefined : parts.map(asText).join("\n\n") };
  },
  plan: (f) => ({ kind: "plan", text: f.text("/params/item/text") }),
  commandExecution: (f) => ({
    kind: "command",
    title: f.text("/params/item/command"),
    text: f.optionalText("/params/item/aggregatedOutput"),
    exitCode: f.optionalSmallInteger("/params/item/exitCode"),
    input: inputText(only(item(f), "command", "cwd", "scriptPath")),
  }),
  fileChange: (f) => changesOf(f.array("/params/item/changes")),
  mcpToolCall: (f) => ({
    ...outputOf(f.optionalNode("/params/item/result/content")),
    kind: "tool_call",
    title: `${f.text("/params/item/server")}.${f.text("/params/item/tool")}`,
    server: f.text("/params/item/server"),
    tool: f.text("/params/item/tool"),
    input: inputText(f.optionalNode("/params/item/arguments")),
    detail: f.optionalText("/params/item/error/message"),
  }),
  dynamicToolCall: (f) => ({
    ...tool(f.text("/params/item/tool")),
    ...outputOf(f.optionalNode("/params/item/contentItems")),
    server: f.optionalText("/params/item/namespace"),
    input: inputText(f.optionalNode("/params/item/arguments")),
  }),
  functionCallOutput: (f) => {
    const output = f.node("/params/item/output");
    return {
      ...tool(f.text("/params/item/name")),
      server: f.optionalText("/params/item/namespace"),
      text: typeof output === "string" ? output : joined(output, "text", "\n"),
    };
  },
  webSearch: (f) => ({
    kind: "web_search",
    title: f.text("/params/item/query"),
    tool: "web_search",
    input: inputText(f.optionalNode("/params/item/action")),
  }),
  imageView: (f) => ({
    kind: "tool_call",
    title: f.text("/params/item/path"),
    tool: "view_image",
    input: inputText(only(item(f), "path")),
  }),
  imageGeneration: (f) => {
    const saved = f.optionalText("/params/item/savedPath");
    return {
      ...tool("image_generation"),
      attachments: saved === undefined ? undefined : [{ kind: "image", name: saved }],
      input: inputText(only(item(f), "revisedPrompt")),
      text: saved,
    };
  },
  sleep: () => tool("sleep"),
  enteredReviewMode: (f) => ({ kind: "notice", text: f.text("/params/item/review") }),
  exitedReviewMode: (f) => ({ kind: "notice", text: f.text("/params/item/review") }),
  contextCompaction: () => ({ kind: "compaction" }),
  collabAgentToolCall: (f) => {
    const receivers = f.array("/params/item/receiverThreadIds");
    const child = receivers.length === 1 && typeof receivers[0] === "string" ? receivers[0] : undefined;
    return {
      kind: "subagent",
      title: f.text("/params/item/tool"),
      tool: f.text("/params/item/tool"),
      input: inputText(only(item(f), "prompt", "model", "reasoningEffort")),
      // Beside other calls the same member only repeats what the agents said last.
      text: f.text("/params/item/tool") === "wait"
        ? joined(f.optionalNode("/params/item/agentsStates"), "message", "\n") || undefined
        : undefined,
      childThreadId: child,
    };
  },
  subAgentActivity: (f) => ({
    kind: "subagent",
    title: `${f.text("/params/item/kind")} ${f.text("/params/item/agentPath")}`,
    tool: f.text("/params/item/kind"),
    childThreadId: f.text("/params/item/agentThreadId"),
  }),
};

/** The thread that an item of a sub-agent brings into being; only spawning makes a child. */
const CHILDREN = {
  collabAgentToolCall: (f) => {
    const child = f.at("/params/item/receiverThreadIds/0");
    return f.optionalText("/params/item/tool") === "spawnAgent" && typeof child === "string" ? child : undefined;
  },
  subAgentActivity: (f) =>
    f.text("/params/item/kind") === "started" ? f.text("/params/item/agentThreadId") : undefined,
};

const adopt = (child, out) => {
  const parent = out.refs.thread;
  if (child !== undefined && child !== parent && parent !== undefined) {
    out.thread({ parent }, { ...out.refs, thread: child, turn: undefined, item: undefined });
  }
};

const itemStarted = (type) => (f, out) => {
  if (CHILDREN[type]) adopt(CHILDREN[type](f), out);
  const told = ITEMS[type](f);
  item(f);
  const text = told.text === "" ? undefined : told.text;
  const { kind, ...changes } = told;
  out.item(kind, { ...changes, text, state: "open", startedAt: f.time("/params/startedAtMs") });
};

/** A type without a status is over when it is completed; an unknown status is never a success. */
const itemCompleted = (type) => (f, out) => {
  if (CHILDREN[type]) adopt(CHILDREN[type](f), out);
  const told = ITEMS[type](f);
  item(f);
  const status = f.optionalText("/params/item/status") ?? "completed";
  const known = ["completed", "declined", "failed"].includes(status);
  const detail = known ? told.detail ?? null : `ended with status ${status}`;
  const completedAt = f.time("/params/completedAtMs");
  const { kind, ...changes } = told;
  out.item(kind, { ...changes, detail, state: known ? status : "failed", completedAt });
};

/** What a hook wrote into the conversation is no send of the client's, so its text is told apart from the item. */
const hookPromptCompleted = (f, out) => {
  append("user_message", joined(f.array("/params/item/fragments"), "text", "\n"), out);
  itemCompleted("hookPrompt")(f, out);
};

// ---- Content: what happens to an item between its start and its end ----

const append = (kind, text, out) => out.item(kind, { append: text });
const delta = (kind) => (f, out) => append(kind, f.text("/params/delta"), out);

/** Whether the item's text so far belongs to another part; remembers this one. */
const isNewPart = (part, out) => {
  const { thread, item } = out.refs;
  if (thread === undefined || item === undefined) return false;
  const [of, before] = out.scratch.get(`part/${thread}`) ?? [];
  if (of === item && before === part) return false;
  out.scratch.put(`part/${thread}`, [item, part]);
  return of === item;
};

const REVIEW_STATES = { approved: "completed", aborted: "failed", timedOut: "failed", timed_out: "failed" };

const reviewed = (f) => {
  const review = f.text("/params/reviewId");
  f.optionalText("/params/targetItemId");
  return review;
};

/** The vendor's reviewer decides in the user's place; a word that nobody knows allows nothing. */
const REVIEWS = {
  "item/autoApprovalReview/started": (f, out) => {
    const review = reviewed(f);
    const { command, type } = f.node("/params/action");
    out.review(review, {
      state: "open",
      title: typeof command === "string" ? command : asText(type),
    });
  },
  "item/autoApprovalReview/completed": (f, out) => {
    const verdict = f.text("/params/review/status");
    const { rationale } = f.node("/params/review");
    const review = reviewed(f);
    f.node("/params/action");
    out.review(review, {
      state: Object.hasOwn(REVIEW_STATES, verdict) ? REVIEW_STATES[verdict] : "declined",
      detail: typeof rationale === "string" ? `${verdict}: ${rationale}` : verdict,
      completedAt: out.createdAt,
    });
  },
};

const CONTENT = {
  "item/agentMessage/delta": delta("assistant_message"),
  "item/plan/delta": delta("plan"),
  "item/commandExecution/outputDelta": delta("command"),
  "item/fileChange/outputDelta": delta("file_change"),
  "item/reasoning/summaryTextDelta": (f, out) => {
    f.optionalSmallInteger("/params/summaryIndex");
    const text = f.text("/params/delta");
    isNewPart("summary", out);
    append("reasoning", text, out);
  },
  "item/reasoning/textDelta": (f, out) => {
    const text = f.text("/params/delta");
    // No word announces a part of the raw thoughts, so its first piece does.
    if (isNewPart(`thought ${f.optionalSmallInteger("/params/contentIndex") ?? ""}`, out)) append("reasoning", "\n\n", out);
    append("reasoning", text, out);
  },
  // A part after the first begins with the blank line that the finished text has between its parts.
  "item/reasoning/summaryPartAdded": (f, out) => {
    f.node("/params/summaryIndex");
    const index = f.optionalSmallInteger("/params/summaryIndex");
    out.item("reasoning", {});
    if (index > 0) append("reasoning", "\n\n", out);
  },
  "item/commandExecution/terminalInteraction": (f, out) =>
    out.item("command", { detail: `typed ${f.text("/params/stdin")}` }),
  "item/fileChange/patchUpdated": (f, out) => {
    const { kind, ...changes } = changesOf(f.array("/params/changes"));
    out.item(kind, changes);
  },
  "item/mcpToolCall/progress": (f, out) => {
    f.text("/params/itemId");
    const detail = f.text("/params/message");
    if (out.refs.thread !== undefined && out.refs.item !== undefined) out.item("tool_call", { detail });
  },
};

// ---- Threads ----

const SETTINGS = [
  "model", "modelProvider", "reasoningEffort", "serviceTier", "cwd", "approvalPolicy", "approvalsReviewer", "sandbox",
  "forkedFromId",
];
const HISTORY = { drop: "history that the client asked for; nothing new happened" };

const became = (status) => (f, out) => out.thread({ status });
const reported = (status) => (f, out) => {
  f.node("/params/status");
  out.thread({ status });
};
const STATUS = { active: "active", idle: "idle", notLoaded: "closed", systemError: "error" };
/** A status that nobody knows tells nothing. */
const withStatus = (status, out) => {
  const type = asText(member(status, "type"));
  if (Object.hasOwn(STATUS, type)) out.thread({ status: STATUS[type] });
};
const configured = (f, out) => {
  const parent = f.optionalText("/result/thread/parentThreadId");
  out.thread({ parent, settings: only(f.node("/result"), ...SETTINGS) });
};
/** The runtime vocabulary has no event for it, but what is wrong with it is wrong here too. */
const silent = (...reads) => (f, out) => {
  for (const read of reads) read(f);
  out.need(out.refs, "thread");
};
const params = (f) => f.node("/params");

const THREADS = {
  "thread/started": (f, out) => {
    f.text("/params/thread/id");
    const parent = f.optionalText("/params/thread/parentThreadId");
    out.threadStarted(parent, only(f.node("/params/thread"), ...SETTINGS));
    withStatus(f.at("/params/thread/status"), out);
  },
  "thread/start#result": configured,
  "thread/fork#result": configured,
  "thread/resume#result": (f, out) => {
    f.text("/result/thread/id");
    const parent = f.optionalText("/result/thread/parentThreadId");
    out.threadStarted(parent, only(f.node("/result"), ...SETTINGS));
    withStatus(f.at("/result/thread/status"), out);
  },
  "thread/status/changed:active": reported("active"),
  "thread/status/changed:idle": reported("idle"),
  "thread/status/changed:notLoaded": reported("closed"),
  "thread/status/changed:systemError": reported("error"),
  "thread/archived": became("archived"),
  "thread/unarchived": became("unarchived"),
  "thread/closed": became("closed"),
  "thread/deleted": became("closed"),
  "thread/compacted": (f, out) => out.compacted(),
  // A thread without a name has the empty name, so that a host drops the one it knew.
  "thread/name/updated": (f, out) => out.thread({ name: f.optionalText("/params/threadName") ?? "" }),
  "thread/settings/updated": (f, out) => out.thread({ settings: f.node("/params/threadSettings") }),
  "thread/reverted": (f, out) => out.thread({ settings: { reverted: true } }),
  "thread/section/changed": silent(params),
  "thread/project/updated": silent(params),
  "thread/attachment/updated": silent(params),
  "thread/goal/updated": silent(params),
  "thread/goal/cleared": silent(),
  "thread/environment/connected": silent((f) => f.text("/params/environmentId")),
  "thread/environment/disconnected": silent((f) => f.text("/params/environmentId")),
  "thread/prediction/updated": (f, out) => {
    const turn = f.text("/params/sourceTurnId");
    f.node("/params/result");
    const text = f.optionalText("/params/result/text");
    out.item("notice", { text }, { ...out.refs, turn, item: `prediction:${turn}` });
  },
  "thread/queue/changed": { drop: "says only that it changed; a queued message becomes a turn of its own" },
  "thread/readState/changed": { drop: "what was read in the vendor's own window; no host needs it" },
  "thread/read#result": HISTORY,
  "thread/turns/list#result": HISTORY,
  "thread/items/list#result": HISTORY,
  "thread/realtime/started": silent((f) => f.optionalText("/params/realtimeSessionId")),
  "thread/realtime/itemAdded": silent((f) => f.node("/params/item")),
  "thread/realtime/item/started": silent((f) => f.node("/params/item")),
  "thread/realtime/item/completed": silent((f) => f.node("/params/item")),
  "thread/realtime/transcript/done": silent(params),
  "thread/realtime/outputAudio/delta": silent((f) => f.node("/params/audio")),
  "thread/realtime/error": silent((f) => f.text("/params/message")),
  "thread/realtime/closed": silent((f) => f.optionalText("/params/reason")),
  "thread/realtime/transcript/delta": { drop: "the whole text follows with the transcript's end" },
  "thread/realtime/item/transcript/delta": { drop: "the whole text follows with the item's end" },
  "thread/realtime/sdp": { drop: "sets up a media connection between the vendor and the client itself" },
};

// ---- Usage: a turn used the difference of totals; only the figure at a turn's end is billable ----

const COUNTERS = [
  "inputTokens", "cachedInputTokens", "cacheWriteInputTokens", "outputTokens", "reasoningOutputTokens", "totalTokens",
];
const FIGURES = [
  "inputTokens", "cachedInputTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens", "totalTokens",
];

/** Six counters as large integers, null where one was not told. */
const counts = (f, pointer) => {
  f.node(pointer);
  const told = COUNTERS.map((name) => f.optionalInteger(`${pointer}/${name}`));
  return told.map((count) => (count === undefined ? null : BigInt(count)));
};
const remembered = (array) =>
  COUNTERS.map((name, i) => (isInteger(member(array, String(i))) ? BigInt(array[i]) : null));
const sum = (left, right, sign) =>
  left.map((n, i) => (n === null ? null : n + sign * (right[i] ?? 0n)));
const isLower = (now, before) => now.some((n, i) => n !== null && before[i] !== null && n < before[i]);

const figures = (scope, values, billable = false) => ({
  scope, exact: true, billable,
  ...Object.fromEntries(FIGURES.map((name, i) => [name, values[i] ?? undefined])),
});

const counting = (turn, total, used) => ({
  ...(turn === undefined ? {} : { turn }),
  ...(total === undefined ? {} : { total }),
  ...(used === undefined ? {} : { used }),
});

const usageKey = (thread) => `usage/${thread ?? null}`;
const isRunning = (out, turn) => textMember(out.scratch.get(usageKey(out.refs.thread)), "turn") === turn;

const turnStarts = (out, turn) => {
  if (isRunning(out, turn)) return; // a start that is told again keeps what was counted
  const before = out.scratch.get(usageKey(out.refs.thread));
  out.scratch.put(usageKey(out.refs.thread), counting(turn, before?.total, undefined));
};

/** No token is told by its kind, though there is a sum of them: how full the context is, nothing that was used. */
const isSumAlone = (values) =>
  values.slice(0, 5).every((n) => n === null || n === 0n) && (values[0] !== null || values[3] !== null) &&
  values[5] !== null && values[5] > 0n;

/**
 * Takes a cumulative value in; a lower one starts a new counter, the first one outside a running turn is a baseline, and
 * one that is told again is no step.
 */
const counted = (out, turn, total, last) => {
  const key = usageKey(out.refs.thread);
  const before = out.scratch.get(key);
  const known = before?.total === undefined ? undefined : remembered(before.total);
  const moved = !isSumAlone(last) && (known === undefined || known.some((n, i) => n !== total[i]));
  if (!isRunning(out, turn)) {
    out.scratch.put(key, counting(textMember(before, "turn"), total, before?.used));
    return { isStep: moved && known !== undefined };
  }
  if (!moved) {
    out.scratch.put(key, counting(turn, total, before.used));
    return { used: before.used === undefined ? undefined : remembered(before.used), isStep: false };
  }
  const earlier = known ?? sum(total, last, -1n);
  const more = isLower(total, earlier) ? total : sum(total, earlier, -1n);
  const used = before.used === undefined ? more : sum(remembered(before.used), more, 1n);
  out.scratch.put(key, counting(turn, total, used));
  return { used, isStep: true };
};

const USAGE = {
  "thread/tokenUsage/updated": (f, out) => {
    const total = counts(f, "/params/tokenUsage/total");
    const last = counts(f, "/params/tokenUsage/last");
    const { used, isStep } = counted(out, f.text("/params/turnId"), total, last);
    out.usage({
      thread: isSumAlone(total) ? undefined : figures("thread", total),
      turn: used && figures("turn", used),
      step: isStep ? figures("step", last) : undefined,
      contextTokens: last[5] ?? undefined,
      contextWindow: f.optionalInteger("/params/tokenUsage/modelContextWindow"),
    });
  },
  "account/rateLimits/updated": (f, out) =>
    out.event("RateLimitsUpdated", {
      threadId: out.refs.thread, limits: f.node("/params/rateLimits"), sparse: true, // a null is only not told this time
    }),
  "rawResponse/completed": { duplicate: "thread/tokenUsage/updated" },
  "rawResponseItem/completed": { duplicate: "item/completed" },
};

/** A turn that history says is running counts from what was known of its thread; one that is over counts no more. */
const resume = (thread, scratch) => {
  const key = usageKey(thread.thread);
  const before = scratch.get(key);
  const running = thread.running ? thread.turn : undefined;
  if (textMember(before, "turn") !== running) scratch.put(key, counting(running, before?.total, undefined));
};

// ---- Turns ----

const TURN_ENDS = { completed: null, interrupted: "interrupted", failed: "failed" };
const BOXES = { completed: "[x]", inProgress: "[>]" };

const TURNS = {
  "turn/started": (f, out) => {
    const turn = f.text("/params/turn/id");
    const root = f.optionalText("/params/turn/rootTurnId");
    if (root !== undefined && root !== turn && isRunning(out, root)) return;
    turnStarts(out, turn);
    out.turnStarted(f.time("/params/turn/startedAt"));
  },
  // A review's turn is announced by the answer alone.
  "review/start#result": (f, out) => {
    turnStarts(out, f.text("/result/turn/id"));
    out.turnStarted(f.time("/result/turn/startedAt"));
  },
  "turn/completed": (f, out) => {
    const status = f.text("/params/turn/status");
    const known = Object.hasOwn(TURN_ENDS, status) || status === "inProgress";
    const told = f.optionalText("/params/turn/error/message");
    if (status === "inProgress") return out.turn("working");
    const turn = f.text("/params/turn/id");
    let used;
    if (isRunning(out, turn)) {
      const key = usageKey(out.refs.thread);
      const { total, used: counted } = out.scratch.get(key);
      used = counted && figures("turn", remembered(counted), true);
      if (total === undefined) out.scratch.remove(key);
      else out.scratch.put(key, counting(undefined, total, undefined));
    }
    kit.openRequests.turnEnds(out.scratch, out.refs);
    out.scratch.remove(`part/${out.refs.thread}`);
    const detail = known ? TURN_ENDS[status] : "failed"; // a status that nobody knows is never a success
    const statusLine = told ?? (known ? undefined : `unknown turn status ${status}`);
    out.turnEnded(detail, statusLine, f.time("/params/turn/completedAt"), used);
  },
  "turn/plan/updated": (f, out) => {
    const lines = f.array("/params/plan").map((step, i) => {
      const status = f.text(`/params/plan/${i}/status`);
      return `${Object.hasOwn(BOXES, status) ? BOXES[status] : "[ ]"} ${f.text(`/params/plan/${i}/step`)}`;
    });
    out.turnPlan(f.optionalText("/params/explanation"), lines.join("\n"));
  },
  "turn/diff/updated": (f, out) => {
    f.text("/params/diff");
    out.need(out.refs, "thread", "turn"); // the runtime vocabulary has no event for the diff of a whole turn
  },
  "turn/start#result": { duplicate: "turn/started" },
  "turn/moderationMetadata": { drop: "moderation marks for the vendor's own apps, of no told shape" },
};

// ---- Requests: each line is the request, its answer (#result) and its refusal (#error) ----

const reason = (f) => f.optionalText("/params/reason");
const first = (...values) => values.find((value) => typeof value === "string");

// Type in events, name in scratch, kind of the item that shows it (what a program answers by itself has none).
const COMMAND = { type: "command_execution_approval", name: "COMMAND_EXECUTION_APPROVAL", kind: "approval" };
const FILES = { type: "file_change_approval", name: "FILE_CHANGE_APPROVAL", kind: "approval" };
const OTHER = { type: "unknown", name: "UNKNOWN", kind: "approval" };
const PATCH = { type: "apply_patch_approval", name: "APPLY_PATCH_APPROVAL", kind: "approval" };
const EXEC = { type: "exec_command_approval", name: "EXEC_COMMAND_APPROVAL", kind: "approval" };
const TOOL = { type: "dynamic_tool_call", name: "DYNAMIC_TOOL_CALL" };
const TOKENS = { type: "auth_tokens_refresh", name: "AUTH_TOKENS_REFRESH" };
const QUESTION = { type: "tool_user_input", name: "TOOL_USER_INPUT", kind: "question" };

const TYPES = Object.fromEntries(
  [COMMAND, FILES, OTHER, PATCH, EXEC, TOOL, TOKENS, QUESTION].map((request) => [request.name, request]));

/** What was answered, as one line. */
const answersOf = (f) =>
  elements(f.node("/result/answers")).flatMap((answer) => elements(member(answer, "answers"))).map(asText)
    .reduce((line, word) => line + (line === "" ? "" : ", ") + word, "") || undefined;

const REQUESTS = {
  "item/commandExecution/requestApproval": {
    ...COMMAND, detail: (f) => f.optionalText("/params/command") ?? reason(f),
  },
  "item/fileChange/requestApproval": { ...FILES, detail: reason },
  "item/permissions/requestApproval": { ...OTHER, detail: reason },
  applyPatchApproval: { ...PATCH, detail: reason },
  execCommandApproval: { ...EXEC, detail: (f) => f.array("/params/command").map(asText).reduce(words, "") },
  "item/tool/call": { ...TOOL, detail: (f) => f.text("/params/tool") },
  "account/chatgptAuthTokens/refresh": { ...TOKENS, detail: reason },
  "attestation/generate": { ...TOKENS, detail: () => "attestation token" },
  "item/tool/requestUserInput": {
    ...QUESTION, asked: "/params/questions", answered: "/result/answers",
    detail: (f) => joined(f.node("/params/questions"), "question", " / ") || undefined,
    decision: answersOf,
  },
  "mcpServer/elicitation/request": {
    ...QUESTION, asked: "/params", answered: "/result",
    // An MCP server's form asks the user, unless it only asks whether a tool of it may run.
    as: (f) => (typeof f.at("/params/_meta/codex_approval_kind") === "string" ? OTHER : QUESTION),
    detail: (f) => f.optionalText("/params/message") ?? f.optionalText("/params/title"),
  },
};

const words = (line, word) => line + (line === "" ? "" : " ") + word;

const isPlainObject = (value) => isObject(value) && !Array.isArray(value);

/** The word of the decision; one that carries more is an object with that word as its only member. */
const decisionOf = (f) => {
  const decision = f.at("/result/decision");
  if (isPlainObject(decision) && Object.keys(decision).length === 1) return Object.keys(decision)[0];
  return first(decision, f.at("/result/action"));
};

const APPROVALS = [
  "accept", "acceptForSession", "acceptWithExecpolicyAmendment", "approved", "approved_for_session",
  "approved_execpolicy_amendment",
];

/** An answer that lists permissions has no word; whatever it leaves out is refused. */
const grants = (granted) =>
  elements(granted).some((permission) =>
    isObject(permission) ? grants(permission) : permission !== null && permission !== false);

/** What was decided, and whether it was refused: a word that nobody knows allows nothing. */
const decided = (f) => {
  const permissions = f.at("/result/permissions");
  if (isPlainObject(permissions)) {
    const granted = grants(permissions);
    return { decision: granted ? f.optionalText("/result/scope") : decisionOf(f), refused: !granted };
  }
  const decision = decisionOf(f);
  return { decision, refused: decision !== undefined && !APPROVALS.includes(decision) };
};

/** An answer names only the id; what it is about was remembered. */
const about = (out) => {
  const request = out.frame.id;
  return kit.openRequests.get(out.scratch, request)?.refs ?? { request };
};

const requestRules = ([method, request]) => {
  const answered = (out) => {
    const open = request.as && kit.openRequests.get(out.scratch, out.frame.id);
    return open ? TYPES[open.type] : request;
  };
  return [
    [method, (f, out) => {
      const { type, name, kind } = request.as?.(f) ?? request;
      if (request.asked) f.node(request.asked);
      const detail = request.detail(f);
      if (out.refs.request !== undefined) kit.openRequests.add(out.scratch, name, out.refs);
      out.requestOpened(type, kind, detail, f.optionalNode("/params"));
    }],
    [`${method}#result`, (f, out) => {
      const { type, kind } = answered(out);
      if (request.answered) f.node(request.answered);
      const { decision, refused } = request.decision ? { decision: request.decision(f), refused: false } : decided(f);
      out.requestResolved(about(out), type, kind, { decision, refused }, f.node("/result"));
    }],
    [`${method}#error`, (f, out) => {
      const { type, kind } = answered(out);
      out.requestResolved(about(out), type, kind, { refused: true }, { error: f.node("/error") });
    }],
  ];
};

/** The provider's own word that a request is over; it comes after an answer and also without one. */
const requestOver = (f, out) => {
  const id = f.node("/params/requestId");
  if (typeof id !== "string" && !isInteger(id)) {
    throw new kit.Fault("/params/requestId", "a string or an integer", id);
  }
  const request = typeof id === "string" ? `"${id}"` : String(id);
  const open = kit.openRequests.get(out.scratch, request);
  kit.openRequests.remove(out.scratch, request);
  const { type, kind } = open ? TYPES[open.type] : OTHER;
  out.requestResolved(open?.refs ?? { ...out.refs, request }, type, kind, {}, undefined);
};

// ---- Session, account, errors and everything beside turns ----

const login = (isRunning, error) => (error !== undefined ? `failed: ${error}` : isRunning ? "pending" : "completed");

const recovery = (isRunning) => (f, out) => {
  f.text("/params/message");
  out.session({ login: login(isRunning) });
};
const warning = (f, out) => out.notice("notice", f.text("/params/message"));
const says = (message) => (f, out) => {
  f.node("/params");
  out.notice("notice", message);
};

const ERROR_CLASSES = {
  transport_error: [
    "httpConnectionFailed", "responseStreamConnectionFailed", "responseStreamDisconnected",
    "responseTooManyFailedAttempts",
  ],
  permission_error: ["unauthorized", "sandboxError", "tooManyDenials", "inferenceHookDenied"],
  validation_error: [
    "badRequest", "contextWindowExceeded", "modelNotFound", "activeTurnNotSteerable", "threadRollbackFailed",
  ],
  provider_error: [
    "sessionBudgetExceeded", "usageLimitExceeded", "rateLimitExceeded", "flexUnavailable", "serverOverloaded",
    "internalServerError", "policyCapacityUnavailable", "cyberPolicy", "bioPolicy", "misalignmentPolicyViolation",
  ],
};

/** The vendor's error is a word, or an object whose only member is the word; a server that answers was reached. */
const errorClass = (info) => {
  const isWordWithMore = isPlainObject(info) && Object.keys(info).length === 1;
  const word = isWordWithMore ? Object.keys(info)[0] : asText(info);
  const status = member(member(info, word), "httpStatusCode");
  if (status === 429) return "provider_error";
  if (status === 401 || status === 403) return "permission_error";
  const found = Object.entries(ERROR_CLASSES).find(([, names]) => names.includes(word));
  return found ? found[0] : "unknown";
};

const TELEMETRY = {
  "initialize#result": (f, out) => {
    const agent = f.optionalText("/result/userAgent");
    // The user agent names product and version first, then the machine, which is no part of the session.
    if (agent !== undefined) out.session({ title: agent.split(" (")[0] });
    out.session({ config: without(f.node("/result"), "userAgent") });
  },
  "account/updated": (f, out) => {
    // An account is told whole: without a mode nobody is logged in.
    const auth = f.optionalText("/params/authMode") ?? null;
    const billingMode = f.optionalText("/params/planType") ?? null;
    f.node("/params");
    out.session({ auth, login: auth === null ? null : undefined, billingMode });
  },
  "account/login/completed": (f, out) => {
    const error = f.optionalText("/params/error");
    out.session({ login: login(false, f.flag("/params/success") ? undefined : error ?? "login failed") });
  },
  "account/gatewayOAuth/changed": (f, out) => {
    const status = f.text("/params/status");
    const error = f.optionalText("/params/error") ?? (status === "failed" ? status : undefined);
    out.session({ login: login(status !== "failed" && status !== "succeeded", error) });
  },
  "modelProvider/authRecoveryStarted": recovery(true),
  "modelProvider/authRecoveryCompleted": recovery(false),
  "windowsSandbox/setupCompleted": (f, out) => {
    const success = f.flag("/params/success");
    f.optionalText("/params/error");
    out.notice("notice", `Windows sandbox (${f.text("/params/mode")}) ${success ? "is set up" : "failed"}`);
  },
  // An error after which the provider goes on by itself is a notice.
  error: (f, out) => {
    const cause = f.optionalText("/params/error/additionalDetails");
    const message = f.text("/params/error/message");
    const text = cause === undefined ? message : `${message} (${cause})`;
    const goesOn = f.optionalFlag("/params/willRetry") === true;
    out.notice(goesOn ? "notice" : "error", text, errorClass(f.at("/params/error/codexErrorInfo")));
  },
  warning,
  guardianWarning: warning,
  "autoApprovalReview/strictReviewRequired": says("strict review"),
  "model/safetyBuffering/updated": says("held back for a safety check"),
  "windows/worldWritableWarning": says("folders anybody can write to"),
  "app/list/updated": says("list of apps changed"),
  configWarning: (f, out) => {
    f.optionalText("/params/path");
    out.notice("notice", f.text("/params/summary"), f.optionalText("/params/details"));
  },
  deprecationNotice: (f, out) =>
    out.notice("notice", f.text("/params/summary"), f.optionalText("/params/details")),
  "hook/started": (f) => {
    for (const name of ["id", "handlerType", "eventName"]) f.text(`/params/run/${name}`);
  },
  "hook/completed": (f) => {
    for (const name of ["status", "id"]) f.text(`/params/run/${name}`);
    f.array("/params/run/entries");
    f.optionalText("/params/run/statusMessage");
  },
  "model/rerouted": (f, out) => {
    for (const name of ["fromModel", "reason"]) f.text(`/params/${name}`);
    const model = f.text("/params/toModel");
    if (out.refs.thread !== undefined) out.thread({ settings: { model } });
  },
  "mcpServer/startupStatus/updated": (f) => f.text("/params/name"),
  "mcpServer/oauthLogin/completed": (f) => {
    f.flag("/params/success");
    f.text("/params/name");
    f.optionalText("/params/error");
  },
  "serverRequest/resolved": requestOver,
};

const DROPS = {
  "model/verification": "which checks of the vendor an account passed; nothing that runs changes",
  "mcpServer/event/stream/notification": "goes to the client's own subscription to an MCP server",
  "command/exec/outputDelta": "output of a command that the client itself ran outside any turn",
  "process/outputDelta": "output of a process that the client itself started outside any turn",
  "process/exited": "end of a process that the client itself started outside any turn",
  "fs/changed": "goes to the client's own watch on a folder",
  "fuzzyFileSearch/sessionUpdated": "hits of a file search that the client itself typed",
  "fuzzyFileSearch/sessionCompleted": "end of a file search that the client itself typed",
  "thread/search/partial": "hits of a search over threads that the client itself typed",
  "skills/changed": "says only that the list of skills changed; a client reads it when it shows it",
  "project/changed": "the vendor's own grouping; a thread's project is told with it",
  "externalAgentConfig/import/progress": "progress of an import of another agent's settings",
  "externalAgentConfig/import/completed": "end of an import of another agent's settings",
  "remoteControl/status/changed": "the vendor's remote-control window; no host needs it",
};

/** A call of the client's that the provider refused. */
const refused = (f, out) => {
  f.node("/error");
  out.notice("error", f.text("/error/message"), "validation_error");
};

const OTHERS = {
  "in request": { drop: "the client's own request; what came of it is told after it" },
  "in notification": { drop: "the client's own notice; it changes nothing that the provider does not tell" },
  "in result": { drop: "an answer to a request that is not in the recording" },
  "in error": { drop: "a refusal of a request that is not in the recording" },
  "out result": { drop: "answers a call of the client's; thread, turn and items are told by notifications" },
  "out error": refused,
};

// ---- The book ----

/** Where a method's kinds go deeper; without that member the frame is a fault. */
const DEEPER = {
  "item/started": "/params/item/type",
  "item/completed": "/params/item/type",
  "thread/status/changed": "/params/status/type",
};

const RULES = new Map([
  ...Object.keys(ITEMS).flatMap((type) => [
    [`item/started:${type}`, itemStarted(type)],
    [`item/completed:${type}`, itemCompleted(type)],
  ]),
  ["item/completed:hookPrompt", hookPromptCompleted],
  ...Object.entries({ ...CONTENT, ...REVIEWS, ...THREADS, ...USAGE, ...TURNS, ...TELEMETRY }),
  ...Object.entries(REQUESTS).flatMap(requestRules),
  ...Object.entries(DROPS).map(([kind, drop]) => [kind, { drop }]),
  ...Object.entries(DEEPER).map(([method, place]) => [`${method}:?`, (f) => f.text(place)]),
]);

const kindOf = (frame, f) => {
  if (frame.role === "result" || frame.role === "error") return `${frame.replyTo ?? ""}#${frame.role}`;
  const method = f.at("/method");
  if (typeof method !== "string") return "?";
  if (!Object.hasOwn(DEEPER, method)) return method;
  const deeper = f.at(DEEPER[method]);
  return `${method}:${deeper == null || isObject(deeper) ? "?" : asText(deeper)}`;
};

/** The most special rule: that of a:b:c, then that of a:b, then that of a. */
const rule = (frame, f) => {
  let kind = kindOf(frame, f).slice(0, 200);
  while (kind !== "" && !RULES.has(kind)) kind = kind.slice(0, Math.max(0, kind.lastIndexOf(":")));
  if (kind !== "") return RULES.get(kind);
  return OTHERS[`${frame.dir} ${frame.role}`];
};

const THREAD_PLACES = [
  "/params/threadId", "/params/thread/id", "/params/conversationId", "/result/thread/id", "/result/reviewThreadId",
];
const TURN_PLACES = ["/params/turnId", "/params/turn/id", "/result/turn/id"];
const ITEM_PLACES = ["/params/itemId", "/params/item/id", "/params/callId"];

/** Whom a frame is about; of requests only the provider's own count. */
const refs = (frame, f) => {
  const isAnswer = frame.role === "result" || frame.role === "error";
  const isServers = (frame.dir === "out" && frame.role === "request") || (frame.dir === "in" && isAnswer);
  const find = (places) => first(...places.map((place) => f.at(place)));
  return {
    thread: find(THREAD_PLACES),
    turn: find(TURN_PLACES),
    item: find(ITEM_PLACES),
    request: isServers ? frame.id : undefined,
  };
};

const BOOK = { rule, refs, resume, times: ["/emittedAtMs", "/params/completedAtMs", "/params/startedAtMs"] };

export function mapFrames(context, frames, scratch) {
  return kit.map(BOOK, context, frames, scratch);
}
