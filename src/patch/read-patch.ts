import type { PatchFault, PatchFormat, PatchSet } from "../model/patch/patch.ts";
import { readCodexPatch } from "./read-codex.ts";
import { readGitPatch } from "./read-git.ts";
import { readMails } from "./read-mails.ts";
import { readRdjson } from "./read-rdjson.ts";
import { readSarif } from "./read-sarif.ts";

const READERS: Readonly<Record<PatchFormat, (text: string) => PatchSet | PatchFault>> = {
  git: readGitPatch,
  mail: readMails,
  codex: readCodexPatch,
  sarif: readSarif,
  rdjson: readRdjson,
};

/** Reads a proposal. Without `as` its content tells its form. It never throws. */
export function readPatch(text: string, as?: PatchFormat): PatchSet | PatchFault {
  const format = as ?? recognizeFormat(text);
  if (format === undefined)
    return { fault: "is no patch: neither a diff nor a mail with one, nor Codex, SARIF or rdjson" };
  const read = READERS[format](text);
  if ("fault" in read) return read;
  // A scan that finds nothing to fix is no fault.
  const isScan = format === "sarif" || (format === "rdjson" && /"diagnostics"\s*:/.test(text));
  if (!isScan && read.patches.every(({ files }) => files.length === 0))
    return { fault: "proposes no change of a file" };
  return read;
}

/** UTF-16 code units at the beginning of a text that tell a mail. */
const BEGINNING = 16_384;

function recognizeFormat(text: string): PatchFormat | undefined {
  if (/^\s*\*\*\* Begin Patch\s*$/m.test(text.slice(0, BEGINNING))) return "codex";
  if (/^\uFEFF?\s*\{/.test(text)) return isSarif(text) ? "sarif" : "rdjson";
  const isMail =
    /^From [0-9a-f]{7,64} /.test(text) ||
    /^(?:(?:From|Date|Subject|Message-I[dD]|To|MIME-Version|Return-Path|Received): )/.test(text);
  if (isMail) return "mail";
  return /^(?:diff --git |--- |@@ -)/m.test(text) ? "git" : undefined;
}

/** True for an object with `runs` that does not begin as one of rdjson: that may quote anything further on. */
function isSarif(text: string): boolean {
  if (/^\uFEFF?\s*\{\s*"(?:source|diagnostics|message|location)"/.test(text)) return false;
  return /"(?:runs|\$schema)"\s*:/.test(text.slice(0, BEGINNING)) && /"runs"\s*:/.test(text);
}
