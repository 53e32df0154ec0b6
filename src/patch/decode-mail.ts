import type { PatchFault } from "../model/patch/patch.ts";
import { splitLines } from "../shared/diff/split-lines.ts";
import { shown } from "../shared/shown.ts";

const AS_IT_IS: readonly string[] = ["", "7bit", "8bit", "binary"];

/** Decodes the lines of a mail; the same lines if they are in no encoding. One that cannot be decoded is a fault. */
export function decodeBody(
  lines: readonly string[],
  encoding = "",
): { readonly lines: readonly string[] } | PatchFault {
  const kind = encoding.trim().toLowerCase();
  if (AS_IT_IS.includes(kind)) {
    const part = lines.find((line) => CODED_PART.test(line));
    return part === undefined
      ? { lines }
      : { fault: "of which a part is in an encoding of its own" };
  }
  const text = lines.join("");
  const bytes =
    kind === "base64" ? bytesOf64(text) : kind === "quoted-printable" ? bytesOfQuoted(text) : null;
  if (bytes === null) return { fault: `in the encoding ${shown(kind)}` };
  const decoded = bytes && textOf(bytes);
  return decoded === undefined
    ? { fault: `whose text is no ${kind}, or not of UTF-8` }
    : { lines: splitLines(decoded) };
}

/** The header of a part. A line of a hunk begins with a sign, and so never looks like one. */
const CODED_PART = /^content-transfer-encoding:\s*(?:base64|quoted-printable)/i;

/** Undefined for a text that is no base64. */
function bytesOf64(text: string): Buffer | undefined {
  const code = text.replace(/\s/g, "");
  const isCode = /^[A-Za-z0-9+/]*={0,2}$/.test(code) && code.replace(/=+$/, "").length % 4 !== 1;
  return isCode ? Buffer.from(code, "base64") : undefined;
}

/** Undefined for a text that is no quoted-printable. */
function bytesOfQuoted(text: string): Buffer | undefined {
  const joined = text.replace(/=[ \t]*\r?\n/g, "");
  return /=(?![0-9A-Fa-f]{2})/.test(joined) ? undefined : decodeQuoted(joined);
}

/** Returns the bytes of a quoted text; what is no code in it stays as it is. */
export function decodeQuoted(text: string): Buffer {
  const coded = Buffer.from(text).toString("latin1");
  const decoded = coded.replace(/=([0-9A-Fa-f]{2})/g, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(decoded, "latin1");
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // The caller tells of it.
  }
}
