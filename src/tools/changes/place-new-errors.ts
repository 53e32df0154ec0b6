import type { CompiledOp } from "../../edit/compile/compiled-op.ts";
import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import { type Language, resolveLanguage } from "../../edit/language/language.ts";
import { splice } from "../../edit/text/splice.ts";
import type { NewErrors } from "../../model/action/file-losses.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Workspace } from "../../model/workspace.ts";
import { type BrokenText, findNewErrors } from "./find-new-errors.ts";
import { judgedChange } from "./spilled-change.ts";

/** The text that a call parses again to place its errors, before and after edits; bytes. */
const MOST_PARSED = 8_000_000;

/** The means to place the errors of a call. */
interface PlacingCall {
  readonly workspace: Workspace;
  readonly opsFor: (language: Language, path: string) => readonly CompiledOp[];
}

/** Returns the changes of a call: those that add syntax errors have the places of these. */
export async function placeNewErrors(
  changes: readonly FileChange[],
  call: PlacingCall,
): Promise<readonly FileChange[]> {
  let left = MOST_PARSED;
  const placed: FileChange[] = [];
  for (const change of changes) {
    if (change.addsSyntaxErrors !== true) {
      placed.push(change);
      continue;
    }
    const size = 2 * change.bytes;
    left -= size;
    // Another machine has placed them.
    if (change.newErrors !== undefined) {
      placed.push(left < 0 ? placedErrors(change, undefined) : change);
      continue;
    }
    placed.push(placedErrors(change, left < 0 ? undefined : await textsOf(change, call)));
    await releaseTrees(size);
  }
  return placed;
}

/** Returns the texts before and after a change; undefined if the file has changed since. */
async function textsOf(
  { path, edits, preHash, language: name }: FileChange,
  { workspace, opsFor }: PlacingCall,
): Promise<Pick<BrokenText, "before" | "after" | "ops"> | undefined> {
  const language = resolveLanguage(name);
  const read = await workspace.read(path);
  if (read.kind !== "text" || read.hash !== preHash || language === undefined) return undefined;
  return { before: read.text, after: splice(read.text, edits), ops: opsFor(language, path) };
}

/** Returns a change with the places of its new errors; without its texts, that is where its first edit begins. */
export function placedErrors(
  change: FileChange,
  texts: Pick<BrokenText, "before" | "after" | "ops"> | undefined,
): FileChange {
  const { path, edits } = change;
  const language = resolveLanguage(change.language);
  const newErrors =
    texts !== undefined && language !== undefined
      ? findNewErrors({ path, language, edits, ...texts })
      : atFirstEdit(change);
  return judgedChange(change, { newErrors });
}

function atFirstEdit({ regions: [region] }: FileChange): NewErrors {
  const { startLine: line = 1, startColumn: column = 1 } = region?.after ?? {};
  return { count: 1, first: [{ line, column, text: "(its first edit)" }] };
}
