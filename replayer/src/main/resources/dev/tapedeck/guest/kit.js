// Tools for mappers in JavaScript, as the global `kit` (MAPPERS.md): reading frames, and what the runtime vocabulary
// asks of every wire alike. Nothing here knows a provider.

const pointers = new Map();

const steps = (pointer) => {
  let known = pointers.get(pointer);
  if (!known) {
    known = pointer.split("/").slice(1);
    pointers.set(pointer, known);
  }
  return known;
};

const isObject = (value) => typeof value === "object" && value !== null && !JSON.isRawJSON(value);
const isNumber = (value) => typeof value === "number" || typeof value === "bigint" || JSON.isRawJSON(value);
const isInteger = (value) => typeof value === "bigint" || Number.isInteger(value);

/** A value as text: what stands in it if it is plain, nothing if it holds others. */
const asText = (value) => {
  if (value === undefined || isObject(value)) return "";
  return JSON.isRawJSON(value) ? value.rawJSON : String(value);
};

/** Whether two values are the same JSON, whatever the order of members. */
const same = (left, right) => {
  if (!isObject(left) || !isObject(right)) return left === right || (isNumber(left) && asText(left) === asText(right));
  const names = Object.keys(left);
  return Array.isArray(left) === Array.isArray(right) && names.length === Object.keys(right).length
    && names.every((name) => Object.hasOwn(right, name) && same(left[name], right[name]));
};

/** What an array or object holds; nothing else holds anything. */
const elements = (value) => (isObject(value) ? Object.values(value) : []);

const member = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

const textMember = (value, name) => {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
};

/** A frame that is not what the wire's schema says; what it changed is undone. */
class Fault extends Error {
  constructor(path, expected, found) {
    const type = found === undefined ? "nothing" : found === null ? "null" : Array.isArray(found) ? "array"
      : isObject(found) ? "object" : isNumber(found) ? "number" : typeof found;
    const value = found === undefined || found === null || isObject(found) ? "" : ` ${asText(found).slice(0, 40)}`;
    super(`${path}: expected ${expected}, found ${type}${value}`);
  }
}

/** Reads a frame by JSON pointer. Optional members may be absent or null; a wrong type is a fault in any case. */
class View {
  constructor(frame) {
    this.frame = frame;
  }

  at(pointer) {
    let value = this.frame;
    for (const step of steps(pointer)) {
      if (Array.isArray(value)) value = /^(0|[1-9][0-9]*)$/.test(step) ? value[Number(step)] : undefined;
      else value = member(value, step);
      if (value === undefined) return undefined;
    }
    return value;
  }

  #as(pointer, expected, fits) {
    const value = this.at(pointer);
    if (!fits(value)) throw new Fault(pointer, expected, value);
    return value;
  }

  #maybe(pointer, read) {
    const value = this.at(pointer);
    return value === undefined || value === null ? undefined : read.call(this, pointer);
  }

  node(pointer) {
    return this.#as(pointer, "a value", (value) => value !== undefined && value !== null);
  }

  text(pointer) {
    return this.#as(pointer, "a string", (value) => typeof value === "string");
  }

  flag(pointer) {
    return this.#as(pointer, "true or false", (value) => typeof value === "boolean");
  }

  array(pointer) {
    return this.#as(pointer, "an array", Array.isArray);
  }

  integer(pointer) {
    const fits = (value) => isInteger(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);
    return this.#as(pointer, "an integer of 64 bits", fits);
  }

  smallInteger(pointer) {
    const fits = (value) => isInteger(value) && BigInt.asIntN(32, BigInt(value)) === BigInt(value);
    return this.#as(pointer, "an integer of 32 bits", fits);
  }

  optionalNode(pointer) {
    return this.#maybe(pointer, this.node);
  }

  optionalText(pointer) {
    return this.#maybe(pointer, this.text);
  }

  optionalFlag(pointer) {
    return this.#maybe(pointer, this.flag);
  }

  optionalInteger(pointer) {
    return this.#maybe(pointer, this.integer);
  }

  optionalSmallInteger(pointer) {
    return this.#maybe(pointer, this.smallInteger);
  }

  /** A time in seconds, milliseconds or ISO-8601 as UTC; a broken one is a lost field and not a fault. */
  time(pointer) {
    const value = this.at(pointer);
    let millis;
    if (isInteger(value)) millis = Math.abs(Number(value)) > 100_000_000_000 ? Number(value) : Number(value) * 1000;
    else if (isNumber(value)) millis = Math.trunc(Number(asText(value)) * 1000);
    else if (typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(value)) {
      millis = Date.parse(value);
    }
    return Math.abs(millis) <= 8.64e15 ? new Date(millis).toISOString() : undefined;
  }
}

/** What a mapper remembers. Values are never changed in place, so that a fault can take them back. */
class Scratch {
  constructor(members) {
    this.members = { ...members };
  }

  get(key) {
    return member(this.members, key);
  }

  text(key) {
    return textMember(this.members, key);
  }

  put(key, value) {
    this.members = { ...this.members, [key]: value };
  }

  remove(key) {
    const { [key]: gone, ...rest } = this.members;
    this.members = rest;
  }
}

/** Threads that sub-agents work in: `parents` in scratch holds [child, parent], newest last, at most 100. */
const parents = {
  of(scratch, child) {
    return scratch.get("parents")?.find(([of]) => of === child)?.[1];
  },
  put(scratch, child, parent) {
    if (parents.of(scratch, child) === parent) return;
    const edges = (scratch.get("parents") ?? []).filter(([of]) => of !== child);
    scratch.put("parents", [...edges.slice(edges.length === 100 ? 1 : 0), [child, parent]]);
  },
};

/** Requests that wait for an answer: `requests` in scratch holds what each was about, by the key of its id. */
const openRequests = {
  add(scratch, type, refs) {
    const about = { type, thread: refs.thread, turn: refs.turn, item: refs.item };
    for (const name of Object.keys(about)) if (about[name] === undefined) delete about[name];
    scratch.put("requests", { ...scratch.get("requests"), [refs.request]: about });
  },
  get(scratch, request) {
    const about = member(scratch.get("requests"), request);
    return about && { type: about.type, refs: { thread: about.thread, turn: about.turn, item: about.item, request } };
  },
  keep(scratch, fits) {
    if (!scratch.get("requests")) return;
    const rest = Object.entries(scratch.get("requests")).filter(fits);
    if (rest.length === 0) scratch.remove("requests");
    else scratch.put("requests", Object.fromEntries(rest));
  },
  /** Those of a thread are the ones that history knows as open. */
  resume(scratch, { thread, requests }) {
    openRequests.keep(scratch, ([, about]) => about.thread !== thread);
    for (const { id, type, turn, item, open } of requests) {
      if (open) openRequests.add(scratch, type.toUpperCase(), { thread, turn, item, request: id });
    }
  },
  remove(scratch, request) {
    openRequests.keep(scratch, ([key]) => key !== request);
  },
  /** Nobody answers a request of a turn that is over. */
  turnEnds(scratch, refs) {
    openRequests.keep(scratch, ([, about]) => about.thread !== refs.thread || about.turn !== refs.turn);
  },
};

/** Where a rule puts what it makes of one frame. */
class Output {
  constructor(of) {
    Object.assign(this, of);
  }

  /** The same about something else. */
  about(refs) {
    return new Output({ ...this, refs });
  }

  /** The same, telling again what was over before its session was opened here: it confirms no send. */
  asHistory() {
    return new Output({ ...this, isHistory: true });
  }

  event(type, members) {
    this.events.push({ seq: this.frame.seq, type, ...members });
  }

  /** An event about something must name it, as far as the wire names it at all; `ids` are thread, turn or item. */
  need(refs, ...ids) {
    for (const id of ids) {
      if (refs[id] === undefined && this.names.includes(id)) throw new Fault("", `the id of a ${id}`, undefined);
    }
  }

  session(changes) {
    this.event("SessionUpdated", changes);
  }

  thread({ parent, ...changes }, refs = this.refs) {
    this.need(refs, "thread");
    if (parent !== undefined) parents.put(this.scratch, refs.thread, parent);
    this.event("ThreadUpdated", { threadId: refs.thread, parentThreadId: parent, ...changes });
  }

  /** The first thread without a parent is the one that sends go to which name none. */
  threadStarted(parent, settings) {
    this.need(this.refs, "thread");
    if (parent === undefined && this.scratch.get("first") === undefined) this.scratch.put("first", this.refs.thread);
    this.thread({ parent, settings });
  }

  item(kind, changes, refs = this.refs, compaction = undefined) {
    this.need(refs, "thread", "item");
    // This vocabulary's compaction is a marker: words that sum it up later have no place in it.
    const says = changes.state ?? changes.append ?? changes.detail;
    const isOpen = this.scratch.get(`compaction/${refs.thread}`) === refs.item;
    if (kind === "compaction" && says === undefined && !isOpen) return;
    this.event("ItemUpdated", { threadId: refs.thread, turnId: refs.turn, itemId: refs.item, kind, ...changes });
    if (kind === "compaction" && changes.append === undefined) this.#compaction(refs, changes.state, compaction);
    if (kind === "user_message") this.#evidence(refs, changes);
  }

  /** The running turn's compaction is remembered, and what was told of it once it ended. */
  #compaction({ thread, turn, item }, state, compaction) {
    const key = `compaction/${thread}`;
    if (state !== undefined && state !== "open") this.scratch.put(key, [item, compaction ?? null]);
    else if (state === "open" || this.scratch.get(key) === undefined) this.scratch.put(key, item);
    if (state === "completed") {
      this.event("CompactionUpdated", { threadId: thread, turnId: turn, itemId: item, compaction });
    }
  }

  /** A compaction that also had an item of its own is one compaction. */
  compacted(compaction) {
    this.need(this.refs, "thread");
    const { thread, turn } = this.refs;
    const known = this.scratch.get(`compaction/${thread}`);
    const [item, told] = Array.isArray(known) ? known : [known ?? `compaction:${turn ?? ""}`];
    if (told !== undefined && (compaction === undefined || same(compaction, told))) return; // its item told it
    this.event("ItemUpdated", { threadId: thread, turnId: turn, itemId: item, kind: "compaction", state: "completed" });
    this.#compaction({ thread, turn, item }, "completed", compaction);
  }

  /** Evidence is the exact text and attachments of the oldest send that waits; an answer is history and proves none. */
  #evidence(refs, { text, attachments = [] }) {
    if (this.isHistory || this.frame.role === "result" || text === undefined) return;
    const [confirmed, item] = this.scratch.get(`evidence/${refs.thread}`) ?? [[]];
    if (item === refs.item) return;
    const claim = this.context.claims.find((one) =>
      !confirmed.includes(one.seq) && one.seq < this.frame.seq && this.#isFor(one, refs.thread)
      && one.text === text && JSON.stringify(one.attachments) === JSON.stringify(attachments));
    if (claim) {
      const remembered = confirmed.slice(confirmed.length === 64 ? 1 : 0);
      this.scratch.put(`evidence/${refs.thread}`, [[...remembered, claim.seq], refs.item]);
      const about = { threadId: refs.thread, turnId: refs.turn, itemId: refs.item };
      this.event("EvidenceUpdated", { sendId: claim.send, ...about });
    }
  }

  #isFor(claim, thread) {
    if (claim.thread !== undefined) return claim.thread === thread;
    const first = this.scratch.text("first");
    return first === undefined ? parents.of(this.scratch, thread) === undefined : first === thread;
  }

  turn(phase, changes = {}) {
    this.need(this.refs, "thread", "turn");
    this.event("TurnUpdated", { threadId: this.refs.thread, turnId: this.refs.turn, phase, ...changes });
  }

  turnStarted(startedAt) {
    this.need(this.refs, "thread");
    this.turn("working", { parentThreadId: parents.of(this.scratch, this.refs.thread), startedAt });
  }

  /** The plan of a turn that has no item of its own ends with the turn. */
  turnEnded(detail, statusLine, completedAt, used) {
    this.need(this.refs, "thread", "turn");
    const { thread } = this.refs;
    const planned = this.scratch.text(`plan/${thread}`);
    if (planned !== undefined) this.#plan(planned, { state: "completed" });
    this.scratch.remove(`plan/${thread}`);
    this.scratch.remove(`compaction/${thread}`);
    if (used !== undefined) this.usage({ turn: used });
    this.turn("idle", { detail, statusLine, completedAt });
  }

  usage(figures) {
    this.need(this.refs, "thread");
    this.event("UsageUpdated", { threadId: this.refs.thread, turnId: this.refs.turn, figures });
  }

  turnPlan(explanation, text) {
    this.need(this.refs, "thread", "turn");
    if (this.refs.item !== undefined) return this.item("plan", { detail: explanation, text });
    const { thread, turn = "" } = this.refs;
    if (this.scratch.text(`plan/${thread}`) !== turn) this.scratch.put(`plan/${thread}`, turn);
    this.#plan(turn, { state: "open", detail: explanation ?? null, text });
  }

  #plan(turn, changes) {
    this.item("plan", changes, { ...this.refs, turn: turn === "" ? undefined : turn, item: `plan:${turn}` });
  }

  /** What a provider says beside its items is an item of its own, named after the frame that said it. */
  notice(kind, text, detail) {
    if (this.refs.thread === undefined) return;
    const changes = { state: "completed", detail, text, completedAt: this.createdAt };
    this.item(kind, changes, { ...this.refs, item: `notice:${this.frame.seq}` });
  }

  /** What somebody decides in the user's place is a row alone: no answer is waited for. */
  review(id, changes) {
    if (this.refs.thread !== undefined) this.item("approval", changes, { ...this.refs, item: `request:"${id}"` });
  }

  requestOpened(type, itemKind, detail, args) {
    if (this.refs.request === undefined) return;
    this.#request(this.refs, { state: "pending", requestType: type, detail, args });
    if (itemKind && this.refs.thread !== undefined) {
      const { request } = this.refs;
      this.item(itemKind, { state: "open", title: detail, requestId: request }, this.#itemOf(this.refs));
      this.event("TurnUpdated", { threadId: this.refs.thread, turnId: this.refs.turn, phase: "needs_input" });
    }
  }

  /** What was refused is no success; `decision` is the word of the answer, if it has one. */
  requestResolved(refs, type, itemKind, { decision, refused = false, cancelled = false }, answer) {
    if (refs.request === undefined) return;
    const state = cancelled ? "cancelled" : "resolved";
    this.#request(refs, { state, requestType: type === "unknown" ? undefined : type, answer });
    if (itemKind && refs.thread !== undefined) {
      const how = cancelled ? { state: "failed", detail: "cancelled" }
        : { state: refused ? "declined" : "completed", detail: decision ?? (refused ? "refused" : undefined) };
      this.item(itemKind, { ...how, completedAt: this.createdAt }, this.#itemOf(refs));
    }
  }

  #request(refs, changes) {
    const about = { threadId: refs.thread, turnId: refs.turn, itemId: refs.item };
    this.event("RequestUpdated", { requestId: refs.request, ...about, ...changes });
  }

  #itemOf(refs) {
    return { ...refs, item: `request:${refs.request}` };
  }
}

/** Takes over what history said of a thread after frames were lost. */
const resume = (thread, scratch) => {
  openRequests.resume(scratch, thread);
  if (thread.parent !== undefined) parents.put(scratch, thread.thread, thread.parent);
  scratch.remove(`compaction/${thread.thread}`);
  scratch.remove(`plan/${thread.thread}`);
  for (const item of thread.items) {
    const isLast = thread.running && (item.open || item.turn === thread.turn);
    if (item.type === "context_compaction" && isLast) {
      scratch.put(`compaction/${thread.thread}`, item.open ? item.id : [item.id, null]);
    }
    const isPlan = item.open && item.type === undefined && item.id.startsWith("plan:");
    if (isPlan) scratch.put(`plan/${thread.thread}`, item.id.slice("plan:".length));
  }
};

/** Maps one frame; what it did to scratch is undone when it is a fault. */
const mapOne = (book, context, frame, scratch, answer) => {
  const { seq } = frame;
  const whole = new View(frame.frame);
  const view = book.body ? new View(book.body(frame)) : whole;
  const rule = book.rule(frame, view);
  if (rule === undefined) return answer.outcomes.push({ seq, outcome: "unmapped" });
  if (rule.drop) return answer.outcomes.push({ seq, outcome: "dropped", reason: rule.drop });
  if (rule.duplicate) return answer.outcomes.push({ seq, outcome: "duplicate", viewOf: rule.duplicate });
  const before = scratch.members;
  const times = book.times.map((place) => (view.at(place) === undefined ? whole : view).time(place));
  const createdAt = times.find((time) => time !== undefined) ?? frame.at;
  const { names = ["thread", "turn", "item"] } = book;
  const out = new Output({ frame, context, scratch, refs: book.refs(frame, view), createdAt, names, events: [] });
  try {
    rule(view, out);
    answer.events.push(...out.events);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    scratch.members = before;
    answer.faults.push({ seq, reason: error.message });
  }
};

const rightRotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

const sha256Constants = () => {
  const constants = [];
  for (let n = 2; constants.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (prime) constants.push(((Math.cbrt(n) % 1) * 2 ** 32) | 0);
  }
  return constants;
};

globalThis.kit = {
  View, Fault, Output, Scratch, parents, openRequests,
  isObject, isNumber, isInteger, asText, same, elements, member, textMember,

  /** The named members that are there and not null. */
  only: (from, ...names) =>
    Object.fromEntries(names.map((name) => [name, member(from, name)]).filter(([, value]) => value != null)),

  /** All members but the named ones. */
  without: (from, ...names) =>
    isObject(from) ? Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name))) : {},

  /** The strings that the elements hold under that name. */
  joined: (from, name, separator) =>
    elements(from).map((element) => textMember(element, name)).filter((text) => text !== undefined)
      .reduce((text, more) => text + (text === "" ? "" : separator) + more, ""),

  /** A tool's input as text: what it says if it is a string, else compact JSON, spelled as the host spells it. */
  inputText: (value) =>
    typeof value === "string" ? value
      : JSON.stringify(value)?.replace(/\\u00[01][0-9a-f]/g, (c) => `\\u${c.slice(2).toUpperCase()}`),

  /** SHA-256 of the text's UTF-8, in hex: how the host names the content of attachments. */
  sha256: (text) => {
    const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
    const bytes = new TextEncoder().encode(text.replace(lone, "?"));
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    const constants = sha256Constants();
    const hash = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
    const w = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = rightRotated(w[i - 15], 7) ^ rightRotated(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const b = rightRotated(w[i - 2], 17) ^ rightRotated(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + a + w[i - 7] + b;
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const s1 = rightRotated(e, 6) ^ rightRotated(e, 11) ^ rightRotated(e, 25);
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
        const s0 = rightRotated(a, 2) ^ rightRotated(a, 13) ^ rightRotated(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = (hash[i] + word) | 0; });
    }
    return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  },

  /**
   * The whole hook for a book: `rule(frame, view)` gives a function `(view, out)`, `{drop}`, `{duplicate}` or nothing;
   * `refs(frame, view)` says whom a frame is about; `names` what frames name at all (thread, turn, item: all, if
   * absent); `body(frame)` is what a view reads from (the whole frame, if absent); `times` are pointers to its own time;
   * `resume(thread, scratch)` takes over what history said.
   */
  map: (book, context, frames, members) => {
    const scratch = new Scratch(members);
    const answer = { events: [], scratch: {}, faults: [], outcomes: [] };
    let resumed = context.resumed;
    for (const frame of frames) {
      if (frame.seq > context.covered) {
        for (const thread of resumed) {
          book.resume(thread, scratch);
          resume(thread, scratch);
        }
        resumed = [];
      }
      mapOne(book, context, frame, scratch, answer);
    }
    return { ...answer, scratch: scratch.members };
  },
};
