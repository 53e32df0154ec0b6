import { tooBrokenBytes } from "../../../edit/engine/too-broken.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type {
  Candidate,
  FileFindings,
  FileOutcome,
  OpsOfFile,
  PossibleFile,
} from "./search-shapes.ts";
import { fileKeyOf, readSearchable, SearchableFile } from "./searchable-file.ts";

/** The outcome of a file that needs no parse, or the file that needs one. */
export type PrefilterOutcome =
  | FileOutcome
  | { readonly kind: "possible"; readonly file: PossibleFile };

/**
 * Leaves out a file that needs no parse, in the cheapest way: an earlier run has searched its content, which is not
 * even read if git knows it; or its text does not have what every match must contain.
 */
export function prefilterFile(
  candidate: Candidate,
  opsOfFile: OpsOfFile,
  workspace: Workspace,
): PrefilterOutcome {
  const { path, language, isNamed } = candidate;
  const { ops, misses, mayMatch } = opsOfFile;
  const known = workspace.knownContentKey(path);
  const recalled = known === undefined ? undefined : recall(candidate, known, opsOfFile);
  if (recalled !== undefined) return recalled;
  const read = readSearchable(path, workspace);
  if (read.kind !== "bytes") return read;
  const { bytes, onDisk } = read;
  if (ops.length === 0 && isNamed)
    return { kind: "skipped", why: "no-op-for-language", detail: language };
  if (!mayMatch(bytes)) {
    // Only worth a hash if it spares the next run the read.
    if (known !== undefined) misses?.add(workspace.contentKey(path, bytes));
    return { kind: "no-match" };
  }
  const contentKey = misses && workspace.contentKey(path, bytes);
  const found =
    contentKey === undefined ? undefined : recall(candidate, contentKey, opsOfFile, bytes);
  if (found !== undefined) return found;
  const broken = tooBrokenBytes(bytes, language);
  if (broken !== undefined)
    return { kind: "skipped", why: "syntax-errors", detail: `${broken}: it was not parsed` };
  const file = new SearchableFile(candidate, opsOfFile, workspace, { bytes, onDisk, contentKey });
  return { kind: "possible", file };
}

/** Returns what an earlier run found in a content; `bytes` are those of the file, if it was read. */
function recall(
  candidate: Candidate,
  contentKey: string,
  { misses, findings }: OpsOfFile,
  bytes?: Uint8Array,
): FileFindings | undefined {
  if (misses?.has(contentKey)) return { kind: "no-match" };
  if (bytes === undefined && findings?.needsBytes === true) return undefined;
  // Kept by this very code, under a key with its version.
  const found = findings?.get(fileKeyOf(candidate, contentKey)) as FileFindings | undefined;
  return found && (bytes === undefined || restsOn(found, bytes)) ? found : undefined;
}

/** True if edits rest on exactly these bytes: a blob id is no proof, because two contents can be made to share one. */
function restsOn(found: FileFindings, bytes: Uint8Array): boolean {
  if (found.kind !== "planned" || found.changes.length === 0) return true;
  const hash = sha256(bytes);
  return found.changes.every(({ preHash }) => preHash === hash);
}
