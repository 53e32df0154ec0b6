import { isVariableName } from "../model/allowance.ts";
import { MOST_SHARDS, type ShardNumber } from "../model/search/shard.ts";
import { LONGEST_WAIT } from "./process/longest-wait.ts";
import { parseServer } from "./server-name.ts";

/** The value of an option, or the fault of its text and what to write instead. */
export type OptionValue<T> =
  | { readonly value: T }
  | { readonly fault: string; readonly hint: string };

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest duration: no timer can wait longer. */
export const LONGEST_DURATION = `${Math.floor(LONGEST_WAIT / 3_600_000)}h`;

/** Reads `500ms`, `30s`, `10m` or `2h`; in milliseconds. */
export function parseDuration(
  text: string,
): OptionValue<number> & { readonly isTooLong?: boolean } {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= LONGEST_WAIT) return { value: Math.ceil(milliseconds) };
  const isTooLong = milliseconds > LONGEST_WAIT;
  const use = isTooLong ? `at most ${LONGEST_DURATION}` : "a number and a unit";
  const hint = `Use ${use}, such as 500ms, 90s, 5m or 2h.`;
  return { fault: `invalid duration \`${text}\`.`, hint, isTooLong };
}

/** Reads a whole number from `smallest`. */
export function parseCount(text: string, smallest = 1): OptionValue<number> {
  const count = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (count >= smallest) return { value: count };
  return { fault: `invalid number \`${text}\`.`, hint: `Use a whole number from ${smallest}.` };
}

/** Reads one of several shards, `2/4`; or `auto`. */
export function parseShard(text: string): OptionValue<ShardNumber | "auto"> {
  if (text.trim() === "auto") return { value: "auto" };
  const [, index, total] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text.trim()) ?? []).map(Number);
  if (index === undefined || total === undefined)
    return { fault: `invalid shard \`${text}\`.`, hint: "Use INDEX/TOTAL, such as 2/4, or auto." };
  if (total < 1 || total > MOST_SHARDS) {
    const fault = `\`${text}\` is not one of 1 to ${MOST_SHARDS} shards.`;
    return { fault, hint: `Use INDEX/TOTAL with a total from 1 to ${MOST_SHARDS}, such as 2/4.` };
  }
  if (index >= 1 && index <= total) return { value: { index, total } };
  const fault = `\`${text}\` is none of ${total} shards.`;
  return { fault, hint: `Use 1/${total} to ${total}/${total}: the first shard is 1.` };
}

/** Reads a number of percent: `80` or `80%`. */
export function parsePercent(text: string): OptionValue<number> {
  const percent = /^\d{1,3}%?$/.test(text.trim()) ? Number.parseInt(text, 10) : Number.NaN;
  if (percent <= 100) return { value: percent };
  return { fault: `invalid percentage \`${text}\`.`, hint: "Use a whole number from 0 to 100." };
}

const SIZES: Readonly<Record<string, number>> = {
  ...{ "": 1, KB: 1024, MB: 1024 ** 2 },
  ...{ GB: 1024 ** 3, TB: 1024 ** 4 },
};
/** A text of more bytes might be longer than one that Node can hold. */
export const MAX_SIZE = 511 * 1024 ** 2;

/** Reads `4096`, `500KB` or `10MB`; in bytes. */
export function parseSize(text: string): OptionValue<number> {
  const bytes = bytesIn(text);
  const hint = "Use a number and a unit, such as 500KB or 10MB. At most 511MB can be read.";
  if (bytes > MAX_SIZE) return { fault: `\`${text}\` is more than can be read.`, hint };
  return bytes >= 1 ? { value: bytes } : { fault: `invalid size \`${text}\`.`, hint };
}

/** Reads the size of something on a disk, such as `500MB` or `2GB`; in bytes. */
export function parseDiskSize(text: string): OptionValue<number> {
  const bytes = bytesIn(text);
  if (bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER) return { value: bytes };
  const hint = "Use a number and a unit, such as 500MB or 2GB.";
  return { fault: `invalid size \`${text}\`.`, hint };
}

function bytesIn(text: string): number {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(|KB|MB|GB|TB)$/i.exec(text.trim()) ?? [];
  return Math.floor(Number(amount) * (SIZES[unit.toUpperCase()] ?? Number.NaN));
}

const DAY = 24 * 3_600_000;
const AGE_UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY, w: 7 * DAY };

/** Reads an age such as `12h`, `30d` or `8w`; in milliseconds. `0d` is any age. */
export function parseAge(text: string): OptionValue<number> {
  const [, amount, unit = ""] = /^(\d{1,6}(?:\.\d+)?)([hdw])$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (AGE_UNITS[unit] ?? Number.NaN);
  if (milliseconds >= 0) return { value: milliseconds };
  return {
    fault: `invalid age \`${text}\`.`,
    hint: "Use a number of hours, days or weeks, such as 12h, 30d or 8w.",
  };
}

/** Reads `name=value` pairs as a map. A value may have `=`; a name may be given once. */
export function parseInputPairs(
  pairs: readonly string[],
): OptionValue<Readonly<Record<string, string>>> {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, equals)).trim();
    const hint = "Use --input name=value, once for each name.";
    if (equals === -1) return { fault: `\`${pair}\` has no value.`, hint };
    if (name === "") return { fault: `\`${pair}\` has no name.`, hint };
    if (values.has(name)) return { fault: `\`${name}\` is given twice.`, hint };
    values.set(name, pair.slice(equals + 1));
  }
  return { value: Object.fromEntries(values) };
}

/** Reads names of environment variables. A key that stands there by mistake is not repeated. */
export function parseVariables(names: readonly string[]): OptionValue<readonly string[]> {
  if (names.every(isVariableName)) return { value: names };
  return {
    fault: "invalid name of an environment variable.",
    hint: "Give the name, not the value: capital letters, digits and `_`, such as ANTHROPIC_API_KEY.",
  };
}

/** Reads servers, and returns each in one form. */
export function parseServers(written: readonly string[]): OptionValue<readonly string[]> {
  const servers = written.map(parseServer);
  const invalid = written.find((_, index) => servers[index] === undefined);
  if (invalid === undefined) return { value: servers.filter((server) => server !== undefined) };
  return {
    fault: `invalid server \`${invalid.replace(/^.*@/, "…@")}\`.`,
    hint: "Use HOST or HOST:PORT, without a scheme, a path or a user, such as api.example.com or [::1]:8080.",
  };
}
