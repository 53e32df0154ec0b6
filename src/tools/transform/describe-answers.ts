import type { FileChange } from "../../model/action/preview.ts";
import type { TransformParams } from "../../model/recipe/transform-step.ts";
import { ToolError } from "../../model/tool-error.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import type { CallAlert, CallSkip } from "../ast-edit/search/search-shapes.ts";
import { describeProposal } from "../proposals/propose-texts.ts";
import type { TextEditSurroundings } from "../text-edit/text-edit.ts";
import type { TransformAnswer } from "./transform-shapes.ts";

/** The name of the tool in reports and for policies. */
export const TRANSFORM = "transform";

/** The changes that the answers of a call come to, and the files that failed. */
interface DescribedAnswers {
  readonly changes: readonly FileChange[];
  readonly failed: readonly CallSkip[];
  readonly alerts: readonly CallAlert[];
}

/** Describes what was proposed for each file, in the order of the files. One that fails does not stop the others. */
export async function describeAnswers(
  answers: ReadonlyMap<string, TransformAnswer>,
  per: TransformParams["per"],
  surroundings: TextEditSurroundings,
): Promise<DescribedAnswers> {
  const changes: FileChange[] = [];
  const failed: CallSkip[] = [];
  /** The file for which each path was proposed. */
  const owners = new Map<string, string>();
  for (const [path, answer] of [...answers].sort(([a], [b]) => (a < b ? -1 : 1)))
    try {
      changes.push(...(await describeAnswer(path, answer, { per, owners, surroundings })));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const detail = error.message.replace(/\.$/, "");
      failed.push({ path, why: "transform-failed", detail });
    }
  const alerts = failed.map(({ path, detail }): CallAlert => {
    return { level: "error", code: "transform-failed", message: `${path}: ${detail}.`, path };
  });
  return { changes, failed, alerts };
}

/** The circumstances of one answer. */
interface Describing {
  readonly per: TransformParams["per"];
  readonly owners: Map<string, string>;
  readonly surroundings: TextEditSurroundings;
}

async function describeAnswer(
  path: string,
  answer: TransformAnswer,
  { per, owners, surroundings }: Describing,
): Promise<readonly FileChange[]> {
  if (answer.kind !== "done") throw new ToolError(answer.message);
  const { files, isIdempotent } = answer;
  const changes: FileChange[] = [];
  for (const file of files) {
    if (file.text === null) throw new ToolError("removing files is not possible yet");
    const other = owners.get(tidyPath(file.path));
    if (other !== undefined) throw new ToolError(`it proposes ${file.path}, as ${other} does`);
    const proposal = { path: file.path, text: file.text, isIdempotent };
    changes.push(...(await describeProposal(proposal, { tool: TRANSFORM, per }, surroundings)));
  }
  for (const file of files) owners.set(tidyPath(file.path), path);
  return changes;
}
