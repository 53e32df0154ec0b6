import type { FileRef } from "../../files/refs/file-ref.ts";
import { fileRefAlert } from "../../files/refs/file-ref-alert.ts";
import { NearPaths } from "../../files/refs/near-paths.ts";
import type { PromptSegment } from "../../files/refs/parse-file-refs.ts";
import { type FileRefSources, resolveFileRef } from "../../files/refs/resolve-file-ref.ts";
import { type Refusal, refuse } from "../../files/refusal.ts";
import { visiblePath } from "../../files/visible-path.ts";
import type { Alert } from "../../model/alert.ts";
import type { ItemOf } from "../../model/conversation.ts";
import type { FileRefEntry } from "../../model/report/transcript.ts";
import { mapBounded } from "../../shared/process/map-bounded.ts";

/** The number of references that are resolved at a time. */
const WIDTH = 8;

/** The text and the items of a prompt with its references. */
export interface AttachedFiles {
  /** The text of the user message: the prompt to the letter, except escapes and refused references (F1, F5). */
  readonly text: string;
  /** One item for each file and folder that was read: those of the text in order of appearance, then `attach`. */
  readonly items: readonly ItemOf<"system">[];
  /** One entry for each reference, and one for each path of `attach`, in the same order. */
  readonly entries: readonly FileRefEntry[];
  /** One alert for each refused reference (F5, F6). */
  readonly alerts: readonly Alert[];
}

/** A reference of the text, or a path of `attach`. */
type Written = Pick<FileRefEntry, "token" | "source"> & {
  readonly path: string;
  readonly isPackageName: boolean;
  /** For a word that names nothing: the name that was probably meant (F19). */
  readonly near?: string;
};

/** A reference with the file, folder or refusal that it resolves to. */
interface Resolved extends Written {
  readonly ref: FileRef;
}

/** The bounds of what is attached. */
interface AttachOptions {
  /** The cap of each file; bytes. */
  readonly maxBytes: number;
  /** Words that follow a path: nothing is read. */
  readonly refusal?: string | undefined;
}

/**
 * Reads the references and the attached paths of a prompt (F1–F5, F15). Contents are taken to the letter, and nothing
 * in them is expanded (F13, F14). A path that cannot be read is an alert.
 */
export async function attachFiles(
  segments: readonly PromptSegment[],
  attach: readonly string[],
  sources: FileRefSources,
  { maxBytes, refusal }: AttachOptions,
): Promise<AttachedFiles> {
  const named = segments.flatMap((segment): Written[] =>
    segment.kind === "ref" ? [{ ...segment, source: "prompt" }] : [],
  );
  const attached = attach.map(
    (path): Written => ({ token: path, source: "attach", path, isPackageName: false }),
  );
  const read = await mapBounded([...named, ...attached], WIDTH, async (written) => ({
    ...written,
    ref: await readNamed(written, sources, { maxBytes, refusal }),
  }));
  const resolved = await withNearPaths(read, sources);
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

async function readNamed(
  { path, near }: Written,
  sources: FileRefSources,
  { maxBytes, refusal }: AttachOptions,
): Promise<FileRef> {
  if (near !== undefined) return misspelt(path, near);
  if (refusal !== undefined) return refuse("out-of-scope", path, refusal);
  return resolveFileRef(path, sources, { cap: maxBytes });
}

/** Names the path that was probably meant, for paths that do not exist; in order, because their number is bounded. */
async function withNearPaths(
  read: readonly Resolved[],
  sources: FileRefSources,
): Promise<readonly Resolved[]> {
  const paths = new NearPaths(sources);
  const resolved: Resolved[] = [];
  for (const one of read) {
    const isMissing = one.near === undefined && refusalOf(one)?.why === "not-found";
    const near = isMissing ? await paths.near(one.path) : undefined;
    resolved.push(near === undefined ? one : { ...one, ref: misspelt(one.path, near) });
  }
  return resolved;
}

function misspelt(path: string, near: string): Refusal {
  return refuse("not-found", path, `does not exist; did you mean \`@${near}\`?`);
}

/** Returns the refusal; undefined without one, or for the name of a package that is no file in scope (F17). */
function refusalOf({ ref, isPackageName }: Resolved): Refusal | undefined {
  if (ref.kind !== "refused") return undefined;
  const isText = isPackageName && (ref.why === "not-found" || ref.why === "out-of-scope");
  return isText ? undefined : ref;
}

/** Joins the segments. `resolved` has the references in the order of the text. */
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

/** Returns a path for brackets, in one line. A path that could close the brackets is put in quotes. */
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
