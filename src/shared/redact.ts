import { isRecord } from "./is-record.ts";

/** What stands where a secret stood. */
const MARK = "[redacted]";

/** UTF-16 code units; shorter ones are in too many innocent texts, and are left alone. */
const MIN_LENGTH = 8;

/**
 * Takes secrets out of values: every one of at least 8 characters, in every text of a value at any depth, keys
 * too, as it is and in the forms that it takes on the way: URI-encoded, base64 and escaped as in JSON. Answers the
 * same object where nothing changes. For plain data: maps, lists and texts; anything else is left as it is.
 */
export function redactor(secrets: readonly string[]): <T>(value: T) => T {
  const forms = [...new Set(secrets.filter(({ length }) => length >= MIN_LENGTH).flatMap(formsOf))]
    // The longest first: one may be a part of another.
    .sort((a, b) => b.length - a.length);
  const inText = (text: string) =>
    forms.reduce((result, form) => result.replaceAll(form, MARK), text);
  // What is redacted has the shape that it had: texts stay texts.
  return <T>(value: T) => (forms.length === 0 ? value : (redact(value, inText) as T));
}

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString("base64");
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(Buffer.from(secret).toString()),
    base64,
    base64.replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
  ];
}

function redact(value: unknown, inText: (text: string) => string): unknown {
  if (typeof value === "string") return inText(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => redact(item, inText));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const redacted = entries.map(([key, field]) => [inText(key), redact(field, inText)] as const);
  const isChanged = redacted.some(
    ([key, field], index) => key !== entries[index]?.[0] || field !== entries[index]?.[1],
  );
  return isChanged ? Object.fromEntries(redacted) : value;
}
