/** The value of an option, or what is wrong with its text: a sentence and what to do. */
export type OptionValue<T> =
  | { readonly value: T }
  | { readonly fault: string; readonly hint: string };

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** The longest that a timer of Node can wait. */
const MAX_MILLISECONDS = 2 ** 31 - 1;

/** `500ms`, `30s`, `10m`, `2h` in milliseconds. */
export function parseDuration(text: string): OptionValue<number> {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= MAX_MILLISECONDS)
    return { value: Math.ceil(milliseconds) };
  return {
    fault: `\`${text}\` is no duration.`,
    hint: "Write a number with a unit: 500ms, 30s, 10m, 2h.",
  };
}

/** A whole number from 1. */
export function parseCount(text: string): OptionValue<number> {
  const count = /^\d{1,15}$/.test(text.trim()) ? Number(text) : 0;
  if (count > 0) return { value: count };
  return { fault: `\`${text}\` is no number.`, hint: "Write a whole number from 1." };
}

const SIZES: Readonly<Record<string, number>> = { "": 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
/** A text of more bytes might be longer than one that Node can hold. */
const MAX_SIZE = 511 * 1024 ** 2;

/** `4096`, `500KB`, `10MB` in bytes. */
export function parseSize(text: string): OptionValue<number> {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(|KB|MB|GB)$/i.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(amount) * (SIZES[unit.toUpperCase()] ?? Number.NaN));
  const hint = "Write a number with a unit: 500KB, 10MB. At most 511MB can be read.";
  if (bytes > MAX_SIZE) return { fault: `\`${text}\` is more than can be read.`, hint };
  return bytes >= 1 ? { value: bytes } : { fault: `\`${text}\` is no size.`, hint };
}

const DAY = 24 * 3_600_000;
const AGE_UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: DAY, w: 7 * DAY };

/** How long ago: `12h`, `30d`, `8w` in milliseconds; `0d` is any time. */
export function parseAge(text: string): OptionValue<number> {
  const [, amount, unit = ""] = /^(\d{1,6}(?:\.\d+)?)([hdw])$/.exec(text.trim()) ?? [];
  const milliseconds = Number(amount) * (AGE_UNITS[unit] ?? Number.NaN);
  if (milliseconds >= 0) return { value: milliseconds };
  return {
    fault: `\`${text}\` is no age.`,
    hint: "Write a number of hours, days or weeks: 12h, 30d, 8w.",
  };
}

/** `name=value` pairs as a map. A value may have `=`; a name may stand once. */
export function parseInputPairs(
  pairs: readonly string[],
): OptionValue<Readonly<Record<string, string>>> {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, equals)).trim();
    const hint = "Write --input name=value, once for each name.";
    if (equals === -1) return { fault: `\`${pair}\` has no value.`, hint };
    if (name === "") return { fault: `\`${pair}\` has no name.`, hint };
    if (values.has(name)) return { fault: `\`${name}\` is given twice.`, hint };
    values.set(name, pair.slice(equals + 1));
  }
  return { value: Object.fromEntries(values) };
}
