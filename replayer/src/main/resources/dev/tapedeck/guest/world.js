// What a mapper in JavaScript finds around it (MAPPERS.md): the language, without clock and lots, and JSON that keeps
// every digit. The host calls tapedeckEntry once with the mapper's source, then tapedeckCall once for each batch.
function tapedeckEntry(source) {
  const { parse, stringify, rawJSON } = JSON;
  const { min, max } = { min: BigInt(Number.MIN_SAFE_INTEGER), max: BigInt(Number.MAX_SAFE_INTEGER) };

  // A number that JavaScript would write back otherwise than it came: a large integer becomes a BigInt, anything
  // else stays raw text. Both are written back digit for digit.
  const exact = (key, value, context) => {
    if (typeof value !== "number" || String(value) === context.source) return value;
    if (!/^-?[0-9]+$/.test(context.source)) return rawJSON(context.source);
    const integer = BigInt(context.source);
    return integer < min || integer > max ? integer : value;
  };
  // Only texts that may hold such a number pay for the look at each value.
  const suspects = /[:,[]\s*-?([0-9]{16}|0\b(?<=-0)|[0-9]+[.eE])/;
  const read = (text) => (suspects.test(text) ? parse(text, exact) : parse(text));

  BigInt.prototype.toJSON = function () {
    return rawJSON(this.toString());
  };

  const absent = (what) => () => {
    throw new Error(`a mapper has no ${what}: everything it needs is in context, frames and scratch`);
  };
  const RealDate = Date;
  globalThis.Date = class Date extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) absent("clock")();
      super(...parts);
    }
    static now = absent("clock");
  };
  Math.random = absent("random numbers");
  for (const name of Object.keys(console)) console[name] = () => {};
  delete globalThis.Javy;
  delete globalThis.plugin;

  try {
    // So that one file is a script here and a module elsewhere.
    (0, eval)(source.replace(/^export (?=function|const|let|class)/gm, "       "));
  } catch (error) {
    return `${error}\n${error.stack ?? ""}`.trim();
  }
  const maps = typeof globalThis.mapFrames === "function";
  if (!maps && typeof globalThis.runtimeReduce !== "function") {
    return "expected function mapFrames(context, frames, scratch), found no such function";
  }
  globalThis.tapedeckCall = (text) => {
    try {
      const call = read(text);
      return stringify(
        maps
          ? globalThis.mapFrames(call.context, call.frames, call.scratch)
          : globalThis.runtimeReduce(call.state, call.frames),
      ) ?? "";
    } catch (error) {
      return stringify({ error: `${error} ${(error.stack ?? "").trim().split("\n")[0]}`.trim() });
    }
  };
  return maps ? "mapFrames" : "runtimeReduce";
}
