import { isRecord } from "../is-record.ts";

/** Returns the value below these keys; undefined if one of them is missing. */
export function valueBelow(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((each, key) => (isRecord(each) ? each[key] : undefined), value);
}
