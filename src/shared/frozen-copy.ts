/**
 * Returns a deep copy of data that cannot be changed. Throws if a part cannot be copied, such as a function. What
 * cannot be frozen, the entries of maps and the bytes of buffers, is at least a copy.
 */
export function frozenCopy<Value>(value: Value): Value {
  const copy = structuredClone(value);
  const parts: unknown[] = [copy];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (typeof part !== "object" || part === null) continue;
    if (Object.isFrozen(part) || ArrayBuffer.isView(part)) continue;
    Object.freeze(part);
    // A part that is undefined would end the loop, and has nothing to freeze.
    for (const inner of Object.values(part)) if (inner !== undefined) parts.push(inner);
  }
  return copy;
}
