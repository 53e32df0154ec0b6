/** Deeper than any valid plan, cassette or call. */
export const MAX_DEPTH = 100;

/**
 * Returns the fault that makes JSON unfit for further checks, in words that follow a colon: a depth that would exhaust
 * the stack of a recursive walk, or a key that has another meaning in JavaScript. Walks without recursion.
 */
export function structureFault(value: unknown): string | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      if (Object.hasOwn(item, "__proto__")) return "it has a key `__proto__`";
      for (const child of Object.values(item))
        if (typeof child === "object" && child !== null) below.push(child);
    }
    level = below;
  }
  return undefined;
}
