import { fileRefAlert } from "../../files/file-ref-alert.ts";
import type { Refusal } from "../../files/gate.ts";
import type { PromptSegment } from "../../files/parse-file-refs.ts";
import { type FileRef, type FileRefSources, resolveFileRef } from "../../files/resolve-file-ref.ts";
import { visiblePath } from "../../files/visible-path.ts";
import type { Alert } from "../../model/alert.ts";
import type { ItemOf } from "../../model/conversation.ts";
import type { FileRefEntry } from "../../model/report/transcript.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";

/** How many are looked up at a time. */
const WIDTH = 8;

/** What a prompt with its references comes to. */
export interface AttachedFiles {
  /** Of the user message: the prompt to the letter, but for escapes and for references that were refused (F1, F5). */
  readonly text: string;
  /** One for each file and folder that can be had: those of the text in order of appearance, then those of `attach`. */
  readonly items: readonly ItemOf<"system">[];
  /** One for each reference, and one for each path of `attach`, in the same order. */
  readonly entries: readonly FileRefEntry[];
  /** One for each that was refused (F5, F6). */
  readonly alerts: readonly Alert[];
}

/** A reference of the text, or a path of `attach`. */
type Written = Pick<FileRefEntry, "token" | "source"> & {
  readonly path: string;
  readonly isPackageName: boolean;
};

/** A reference, and what it came to. */
interface Resolved extends Written {
  readonly ref: FileRef;
}

/**
 * Reads what a prompt refers to and what is attached to it (F1–F5, F15). What was read is taken to the letter:
 * nothing in it is looked at (F13, F14). `maxBytes` is for each file (F3). Never rejects for what is in the way.
 */
export async function attachFiles(
  segments: readonly PromptSegment[],
  attach: readonly string[],
  sources: FileRefSources,
  { maxBytes }: { readonly maxBytes: number },
): Promise<AttachedFiles> {
  const named = segments.flatMap((segment): Written[] =>
    segment.kind === "ref" ? [{ ...segment, source: "prompt" }] : [],
  );
  const attached = attach.map(
    (path): Written => ({ token: path, source: "attach", path, isPackageName: false }),
  );
  const resolved = await mapBounded([...named, ...attached], WIDTH, async (written) => ({
    ...written,
    ref: await resolveFileRef(written.path, sources, { cap: maxBytes }),
  }));
  return {
    text: textOf(segments, resolved),
    items: resolved.flatMap(({ ref }) => (ref.kind === "refused" ? [] : [itemOf(ref)])),
    entries: resolved.map(entryOf),
    alerts: resolved.flatMap((one) => {
      const refusal = refusalOf(one);
      return refusal === undefined ? [] : [fileRefAlert(one.path, refusal)];
    }),
  };
}

/** Why it was refused; undefined where it was not, or where it is a package's name and no file in scope (F17). */
function refusalOf({ ref, isPackageName }: Resolved): Refusal | undefined {
  if (ref.kind !== "refused") return undefined;
  const isText = isPackageName && (ref.why === "not-found" || ref.why === "out-of-scope");
  return isText ? undefined : ref;
}

/** The references stand in `resolved` in the order in which they stand in the text. */
function textOf(segments: readonly PromptSegment[], resolved: readonly Resolved[]): string {
  let next = 0;
  const parts = segments.map((segment) => {
    if (segment.kind !== "ref") return segment.text;
    const one = resolved[next++];
    const isRefused = one !== undefined && refusalOf(one) !== undefined;
    return isRefused ? `[unresolved file ref: ${headerPath(segment.path)}]` : segment.token;
  });
  return parts.join("");
}

function itemOf(ref: Exclude<FileRef, Refusal>): ItemOf<"system"> {
  const path = headerPath(ref.path === "" ? "." : ref.path);
  return ref.kind === "file"
    ? { role: "system", tag: "file", text: `[File: ${path}]\n${ref.text}` }
    : { role: "system", tag: "dir", text: `[Dir: ${path}]\n${ref.text}` };
}

/** A path in brackets. One that could end them, and begin others, stands in quotes; it stays in its line. */
function headerPath(path: string): string {
  const shown = visiblePath(path);
  let depth = 0;
  for (const [bracket] of shown.matchAll(/[[\]]/g)) {
    depth += bracket === "[" ? 1 : -1;
    if (depth < 0) break;
  }
  return depth === 0 ? shown : JSON.stringify(shown);
}

function entryOf(one: Resolved): FileRefEntry {
  const { token, source, ref } = one;
  const written = { token, source, path: visiblePath(one.path) };
  if (ref.kind === "refused") {
    const refusal = refusalOf(one);
    if (refusal !== undefined)
      return { ...written, outcome: refusal.why, message: refusal.message };
    const message = `\`${token}\` has the form of a package's name, and names no file or folder in scope.`;
    return { ...written, outcome: "text", message };
  }
  const { bytesSent, sha256 } = ref;
  const found = { token, source, path: ref.path === "" ? "." : visiblePath(ref.path) };
  return ref.kind === "file"
    ? { ...found, outcome: "file", bytes: ref.total, bytesSent, sha256 }
    : { ...found, outcome: "dir", bytesSent, sha256 };
}
