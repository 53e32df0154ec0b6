import type { Patch, PatchFault, PatchSet } from "../model/patch/patch.ts";
import { splitLines } from "../shared/diff/split-lines.ts";
import { decodeBody, decodeQuoted } from "./decode-mail.ts";
import { filesOfDiff } from "./read-git.ts";

/**
 * Reads mails of `git format-patch`: one, or several in an mbox, which are applied one after the other. One that has no
 * patch, or none that can be read, is a fault: those after it may rest on it. A cover letter has none.
 */
export function readMails(text: string): PatchSet | PatchFault {
  const patches: Patch[] = [];
  let source: string | undefined;
  const lines = splitLines(text);
  const starts = startsOfMails(lines);
  for (const [at, start] of starts.entries()) {
    const mail = readMail(lines.slice(start, starts[at + 1]));
    if ("fault" in mail)
      return { fault: `has a mail, number ${at + 1}, ${mail.fault}`, line: start + 1 };
    const files = filesOfDiff(mail.body);
    // Lines of a text that was encoded are not those of the file.
    if ("fault" in files) {
      const { fault, line = 0 } = files;
      return mail.isPlain ? { fault, line: start + mail.first + line } : { fault, line: start + 1 };
    }
    if (files.length === 0 && !COVER_LETTER.test(mail.subject ?? ""))
      return { fault: `has a mail, number ${at + 1}, without a patch`, line: start + 1 };
    const first = start + mail.first;
    const placed = files.map((file) =>
      mail.isPlain ? { ...file, line: first + file.line } : file,
    );
    source ??= mail.subject;
    patches.push({ ...(mail.from === undefined ? {} : { author: mail.from }), files: placed });
  }
  return { format: "mail", ...(source === undefined ? {} : { source }), patches, left: [] };
}

/** The line with which git begins a mail; other lines of an mbox that look so are a part of a mail. */
const BEGINNING = /^From [0-9a-f]{7,64} [A-Z][a-z]{2} [A-Z][a-z]{2} /;

/** The subject of a letter about a series: `[PATCH v2 0/3]`. */
const COVER_LETTER = /^\[[^\]]*\b0+\/\d+\]/;

/** Returns the lines at which mails begin. A line of a hunk begins with a sign, and so never looks like one. */
function startsOfMails(lines: readonly string[]): readonly number[] {
  const starts = [...lines.keys()].filter((at) => BEGINNING.test(lines[at] ?? ""));
  const hasOther = lines.slice(0, starts[0]).some((line) => line.trim() !== "");
  return hasOther || starts.length === 0 ? [0, ...starts] : starts;
}

interface Mail {
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly body: readonly string[];
  /** The index of the first line of the body in the mail. */
  readonly first: number;
  readonly isPlain: boolean;
}

function readMail(lines: readonly string[]): Mail | PatchFault {
  const headers = new Map<string, string>();
  let at = BEGINNING.test(lines[0] ?? "") ? 1 : 0;
  let last: string | undefined;
  for (; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/\r?\n$/, "");
    if (line === "") break;
    const [, name, value = ""] = /^([!-9;-~]+): ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined) {
      last = name.toLowerCase();
      headers.set(last, value);
    } else if (/^[ \t]/.test(line) && last !== undefined)
      headers.set(last, `${headers.get(last) ?? ""} ${line.trim()}`);
    else break; // A mail without its headers, or with text in their place.
  }
  const coded = lines.slice(at);
  const body = decodeBody(coded, headers.get("content-transfer-encoding"));
  if ("fault" in body) return body;
  return {
    from: headerText(headers.get("from")),
    subject: headerText(headers.get("subject")),
    body: body.lines,
    first: at,
    isPlain: body.lines === coded,
  };
}

/** The most of a header that is kept; UTF-16 code units. */
const MOST_HEADER = 1000;

/** Returns the text of a header, in one line, with the words of other encodings decoded that are in UTF-8. */
function headerText(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const text = written
    .slice(0, 4 * MOST_HEADER)
    .replace(/(=\?[^?]*\?[^?]*\?[^?]*\?=)\s+(?==\?)/g, "$1")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString()
        : decodeQuoted(word.replaceAll("_", " ")).toString(),
    );
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MOST_HEADER);
}
