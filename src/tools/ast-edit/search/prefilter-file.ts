import { tooBrokenBytes } from "../../../edit/engine/too-broken.ts";
import { isUtf16 } from "../../../files/decode-text.ts";
import type { FilesWithout } from "../../../model/search/text-question.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type {
  Candidate,
  FileFindings,
  FileOutcome,
  OpsOfFile,
  PossibleFile,
} from "./search-shapes.ts";
import { asSearchable, fileKeyOf, SearchableFile } from "./searchable-file.ts";

/** The outcome of a file that needs no parse, or the file that needs one. */
export type PrefilterOutcome =
  | FileOutcome
  | { readonly kind: "possible"; readonly file: PossibleFile };

/**
 * Leaves out a file that needs no parse, in the cheapest way: an earlier run has searched its content, which is not
 * even read if git knows it; or its text does not have what every match must contain. A file without that is passed
 * over even if it is no text: of `without`, found by git, only the names are known.
 */
export function prefilterFile(
  candidate: Candidate,
  opsOfFile: OpsOfFile,
  workspace: Workspace,
  without: FilesWithout,
): PrefilterOutcome {
  const { path, language, isNamed } = candidate;
  const { ops, misses, mayMatch } = opsOfFile;
  const known = workspace.knownContentKey(path);
  // A file that is named is told of if it is no text, which is not known of a content that was passed over.
  const recalled = known === undefined || isNamed ? undefined : recall(candidate, known, opsOfFile);
  if (recalled !== undefined) return recalled;
  // No miss is ever kept of it: the bytes that git has looked at may be others than those of the content that it knows.
  if (without.has(path)) return { kind: "no-match" };
  const found = workspace.readBytes(path);
  const holdsText = found.kind === "bytes" && mayMatch(found.bytes);
  const isPassed = found.kind === "bytes" && !holdsText && !isNamed && mayBePassed(found.bytes);
  const read = isPassed ? found : asSearchable(found);
  if (read.kind !== "bytes") return read;
  const { bytes, onDisk } = read;
  if (ops.length === 0 && isNamed)
    return { kind: "skipped", why: "no-op-for-language", detail: language };
  if (!holdsText) {
    // Only worth a hash if it spares the next run the read.
    if (known !== undefined) misses?.add(workspace.contentKey(path, bytes));
    return { kind: "no-match" };
  }
  const contentKey = misses && workspace.contentKey(path, bytes);
  const again =
    contentKey === undefined ? undefined : recall(candidate, contentKey, opsOfFile, bytes);
  if (again !== undefined) return again;
  const broken = tooBrokenBytes(bytes, language);
  if (broken !== undefined)
    return { kind: "skipped", why: "syntax-errors", detail: `${broken}: it was not parsed` };
  const file = new SearchableFile(candidate, opsOfFile, workspace, { bytes, onDisk, contentKey });
  return { kind: "possible", file };
}

/**
 * True if a file without the texts of a search is passed over, whatever else it is: not one in another encoding, in
 * which the texts have other bytes, and not an empty one.
 */
function mayBePassed(bytes: Uint8Array): boolean {
  return bytes.length > 0 && !isUtf16(bytes);
}

/**
 * Returns files in which no op can match, because they hold none of its texts, as far as it is known without a read.
 * Nothing is asked for ops whose misses are kept: a read makes one that spares later runs more than this question.
 */
export async function findWithoutTexts(
  files: readonly Candidate[],
  opsOf: (candidate: Candidate) => OpsOfFile,
  { workspace, signal }: { readonly workspace: Workspace; readonly signal: AbortSignal },
): Promise<FilesWithout> {
  const texts = new Set<string>();
  const paths: string[] = [];
  for (const candidate of files) {
    const { path, isNamed } = candidate;
    const ops = opsOf(candidate);
    if (ops.texts === undefined || ops.misses !== undefined || isNamed) continue;
    for (const text of ops.texts) texts.add(text);
    paths.push(path);
  }
  const question = { texts: [...texts], paths };
  const without = paths.length > 0 && (await workspace.filesWithout?.(question, signal));
  return without || new Set();
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
