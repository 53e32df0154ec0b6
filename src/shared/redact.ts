import { isRecord } from "./is-record.ts";

/** The text in place of a secret. */
const MARK = "[redacted]";

/** In UTF-16 code units. Shorter secrets are in too many innocent texts, and are left alone. */
const MIN_LENGTH = 8;

/**
 * Removes secrets from values: each of at least 8 characters, in every text of a value at any depth, keys too, as it is
 * and in its usual forms: URI-encoded, base64 and escaped as in JSON. Returns the same object if nothing changes. For
 * plain data (maps, lists and texts); anything else is left as it is.
 */
export function redactor(secrets: readonly string[]): <T>(value: T) => T {
  const forms = [...new Set(secrets.filter(({ length }) => length >= MIN_LENGTH).flatMap(formsOf))]
    // The longest first, because one may be a part of another.
    .sort((a, b) => b.length - a.length);
  const inText = (text: string) =>
    forms.reduce((result, form) => result.replaceAll(form, MARK), text);
  // A redacted value keeps its shape: texts stay texts.
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
