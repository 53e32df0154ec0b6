import type { Workspace } from "../../../model/workspace.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import type { Candidate } from "./find-candidates.ts";
import type { OpsOfFile } from "./ops-of-files.ts";
import { fileKeyOf, PossibleFile } from "./possible-file.ts";
import { type FileResult, readSearchable } from "./read-searchable.ts";
import type { FileFindings } from "./search-file.ts";

/** What a first, cheap look at a file came to. */
export type PrefilterOutcome =
  /** Nothing can match in it: it need not be parsed. */
  | { readonly kind: "no-match" }
  /** It cannot be searched, or was read and is left alone. */
  | Extract<FileResult, { kind: "unusable" | "skipped" }>
  /** An earlier run has found what it comes to. */
  | { readonly kind: "known"; readonly look: FileFindings }
  | { readonly kind: "possible"; readonly file: PossibleFile };

/**
 * Leaves out what needs no parse, the cheapest first: contents that an earlier run has searched, which are
 * not even read where git knows them; and texts without what every match must contain.
 */
export function prefilterFile(
  candidate: Candidate,
  opsOfFile: OpsOfFile,
  workspace: Workspace,
): PrefilterOutcome {
  const { path, language, isNamed } = candidate;
  const { ops, misses, mayMatch } = opsOfFile;
  const known = workspace.knownContentKey(path);
  const remembered = known === undefined ? undefined : remember(candidate, known, opsOfFile);
  if (remembered !== undefined) return remembered;
  const read = readSearchable(path, workspace);
  if (read.kind !== "bytes") return read;
  const { bytes } = read;
  if (ops.length === 0 && isNamed)
    return { kind: "skipped", why: "no-op-for-language", detail: language };
  if (!mayMatch(bytes)) {
    // Worth a hash only where the next run is spared the read.
    if (known !== undefined) misses?.add(workspace.contentKey(path, bytes));
    return { kind: "no-match" };
  }
  const contentKey = misses && workspace.contentKey(path, bytes);
  const found = contentKey === undefined ? undefined : remember(candidate, contentKey, opsOfFile);
  if (found !== undefined) return found;
  const file = new PossibleFile(candidate, opsOfFile, workspace, {
    bytes,
    ...definedOnly({ onDisk: read.onDisk, contentKey }),
  });
  return { kind: "possible", file };
}

/** What an earlier run found in a content. */
function remember(
  candidate: Candidate,
  contentKey: string,
  { misses, looks }: OpsOfFile,
): PrefilterOutcome | undefined {
  if (misses?.has(contentKey)) return { kind: "no-match" };
  // Kept by this very code, under a key with its version.
  const look = looks?.get(fileKeyOf(candidate, contentKey)) as FileFindings | undefined;
  return look && { kind: "known", look };
}
