import { isRecord } from "./is-record.ts";
import { escapeRegex } from "./regex/escape-regex.ts";

/** The text in place of a secret. */
const MARK = "[redacted]";

/** In UTF-16 code units. Shorter secrets are in too many innocent texts, and are left alone. */
const MIN_LENGTH = 8;

/**
 * Removes secrets from values: each of at least 8 characters, in every text of a value at any depth, keys too, as it is
 * and in its usual forms: URI-encoded, base64, hexadecimal and escaped as in JSON, each in upper and lower case.
 * Returns the same object if nothing changes. For plain data (maps, lists and texts); anything else is left as it is.
 */
export function redactor(secrets: readonly string[]): <T>(value: T) => T {
  const forms = [...new Set(secrets.filter(({ length }) => length >= MIN_LENGTH).flatMap(formsOf))]
    // The longest first, because one may be a part of another.
    .sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (value) => value;
  const any = new RegExp(forms.map(escapeRegex).join("|"), "gi");
  const inText = (text: string) => text.replace(any, MARK);
  return <T>(value: T) => redact(value, inText) as T; // It keeps its shape: texts stay texts.
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString("base64");
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(bytes.toString()),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
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
