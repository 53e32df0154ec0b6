import { findTextFault } from "../../files/decode-text.ts";
import type { SkippedFile } from "../../model/preview.ts";
import type { DiskStamp, Workspace } from "../../model/workspace.ts";
import type { Candidate } from "./find-candidates.ts";
import type { FileLook, SourceText } from "./look-at-file.ts";
import type { OpsOfFile } from "./ops-of-files.ts";

/** What a first, cheap look at a file came to. */
export type Sifted =
  /** Nothing can match in it: it need not be parsed. */
  | { readonly kind: "no-match" }
  /** It cannot be searched. */
  | { readonly kind: "unusable"; readonly skipped: Omit<SkippedFile, "path" | "step"> }
  /** It was read, and is left alone. */
  | Extract<FileLook, { kind: "skipped" }>
  | { readonly kind: "possible"; readonly file: PossibleFile };

/** A file that has to be parsed. */
export interface PossibleFile {
  readonly source: SourceText;
  readonly ops: OpsOfFile;
  /** Absent where its text is not the one on the disk. */
  readonly onDisk?: DiskStamp;
  /** To be called where the search finds nothing in it. */
  readonly noteMiss: () => void;
}

/**
 * Leaves out what needs no parse, the cheapest first: contents that an earlier run has searched, which are
 * not even read where git knows them; and texts without what every match must contain.
 */
export function siftFile(
  { path, language, isReadonly, isNamed }: Candidate,
  opsOfFile: OpsOfFile,
  workspace: Workspace,
): Sifted {
  const { ops, misses, mayMatch } = opsOfFile;
  const known = workspace.knownContentKey(path);
  if (known !== undefined && misses?.has(known)) return { kind: "no-match" };
  const read = workspace.readBytes(path);
  const fault = read.kind === "unusable" ? read : findTextFault(read.bytes);
  if (fault !== undefined || read.kind === "unusable") {
    const { why, detail } = fault ?? { why: "unreadable" as const, detail: undefined };
    return { kind: "unusable", skipped: { why, ...(detail === undefined ? {} : { detail }) } };
  }
  const { bytes } = read;
  if (bytes.length === 0) return { kind: "skipped", why: "empty" };
  if (ops.length === 0 && isNamed)
    return { kind: "skipped", why: "no-op-for-language", detail: language };
  if (!mayMatch(bytes)) {
    // Worth a hash only where the next run is spared the read.
    if (known !== undefined) misses?.add(workspace.contentKey(path, bytes));
    return { kind: "no-match" };
  }
  const contentKey = misses && workspace.contentKey(path, bytes);
  if (contentKey !== undefined && misses?.has(contentKey)) return { kind: "no-match" };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  const file: PossibleFile = {
    source: { path, language, text, isReadonly },
    ops: opsOfFile,
    ...(read.onDisk === undefined ? {} : { onDisk: read.onDisk }),
    noteMiss: () => {
      if (contentKey !== undefined) misses?.add(contentKey);
    },
  };
  return { kind: "possible", file };
}
