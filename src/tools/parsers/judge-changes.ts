import { splice } from "../../edit/text/splice.ts";
import { ALL_FACTS } from "../../model/action/asked-facts.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { SearchSettings } from "../../model/search/search-settings.ts";
import type { Workspace } from "../../model/workspace.ts";
import { judgedChange } from "../changes/spilled-change.ts";
import type { JudgedTexts, SyntaxJudge } from "./syntax-judge.ts";

/** The texts that are in memory at once; UTF-16 code units. */
const MOST_TEXT = 32 * 1024 * 1024;

/** The means to judge the changes of a call. */
interface JudgingCall {
  /** Default: the engine has judged. */
  readonly syntaxJudge?: SyntaxJudge | undefined;
  readonly workspace: Workspace;
  readonly search: Pick<SearchSettings, "asked">;
}

/** Returns the changes of files with what the programs for their languages say of their syntax, if something asks. */
export async function judgeChanges(
  changes: readonly FileChange[],
  { syntaxJudge, workspace, search: { asked = ALL_FACTS } }: JudgingCall,
): Promise<readonly FileChange[]> {
  if (syntaxJudge === undefined || !asked.includes("newSyntaxErrors")) return changes;
  const judged = [...changes];
  const judgeOf = ({ language }: FileChange) => syntaxJudge.nameFor(language);
  let part: (JudgedTexts & { readonly index: number })[] = [];
  let size = 0;
  const settle = async () => {
    const found = await syntaxJudge.judge(part);
    for (const [at, { index }] of part.entries()) {
      const change = judged[index];
      if (change === undefined) continue;
      // A word that an edit runs into may be valid code, and is another word.
      const addsSyntaxErrors = change.gluesWords === true ? true : found[at];
      judged[index] = judgedChange(change, { addsSyntaxErrors, syntaxJudge: judgeOf(change) });
    }
    [part, size] = [[], 0];
  };
  for (const [index, change] of changes.entries()) {
    const { path, language } = change;
    if (syntaxJudge.nameFor(language) === undefined) continue;
    const read = await workspace.read(path);
    if (read.kind !== "text" || read.hash !== change.preHash) {
      judged[index] = judgedChange(change, { addsSyntaxErrors: undefined });
      continue;
    }
    const after = splice(read.text, change.edits);
    part.push({ index, path, language, before: read.text, after });
    size += read.text.length + after.length;
    if (size >= MOST_TEXT) await settle();
  }
  if (part.length > 0) await settle();
  return judged;
}
