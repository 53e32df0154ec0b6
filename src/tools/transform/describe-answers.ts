import type { FileChange } from "../../model/action/preview.ts";
import type { TransformParams } from "../../model/recipe/call-step.ts";
import { LeftAloneError, ToolError } from "../../model/tool-error.ts";
import { foldersAbove } from "../../shared/paths/folders-above.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import type { CallAlert, CallSkip } from "../ast-edit/search/search-shapes.ts";
import { describeDeletion } from "../proposals/describe-deletion.ts";
import { describeProposal } from "../proposals/propose-texts.ts";
import { findEditTarget, type TextEditContext } from "../text-edit/text-edit.ts";
import type { AnswerOnText, ProposedFile } from "./transform-shapes.ts";

/** The places that the answers of a call take: each for one answer, and none inside of another. */
export class ProposedPlaces {
  /** The file for which each place was proposed. */
  readonly #owners = new Map<string, string>();
  /** The folders above the places, with one of the files in them. */
  readonly #folders = new Map<string, string>();

  /** Throws a `ToolError`, in words that follow the path, if the changes of an answer cannot all be made. */
  take(owner: string, proposals: readonly PlacedProposal[]): void {
    const own = new Map<string, string>();
    for (const { path, changes } of proposals) {
      const place = changes[0] ? placeOf(changes[0]) : tidyPath(path);
      if (own.has(place)) throw new ToolError(`it proposes ${path} twice`);
      own.set(place, path);
    }
    const folders = new Map<string, string>();
    for (const [place, path] of own)
      for (const folder of foldersAbove([place])) folders.set(folder, path);
    for (const [place, path] of own) {
      const other = this.#owners.get(place);
      if (other !== undefined) throw new ToolError(`it proposes ${path}, as ${other} does`);
      const inside = this.#folders.get(place) ?? folders.get(place);
      if (inside !== undefined) throw inPlaceOf(path, inside);
      const around = [...foldersAbove([place])].find((folder) => this.#owners.has(folder));
      if (around !== undefined) throw inPlaceOf(around, path);
    }
    for (const place of own.keys()) this.#owners.set(place, owner);
    for (const [folder, path] of folders) this.#folders.set(folder, path);
  }
}

/** The name of the tool in reports and for policies. */
export const TRANSFORM = "transform";

/** The changes that the answers of a call come to, and the files that failed. */
interface DescribedAnswers {
  readonly changes: readonly FileChange[];
  /** Those that delete a file, with all others of the same answer: a move is both, or neither. */
  readonly joined: readonly (readonly FileChange[])[];
  readonly failed: readonly CallSkip[];
  readonly alerts: readonly CallAlert[];
}

/** The context of the answers. */
type DescribingSurroundings = TextEditContext & {
  /** The hashes of other files whose texts the function got, by path. */
  readonly read?: ReadonlyMap<string, string>;
};

/** Describes what was proposed for each file, in the order of the files. One that fails does not stop the others. */
export async function describeAnswers(
  answers: ReadonlyMap<string, AnswerOnText>,
  per: TransformParams["per"],
  context: DescribingSurroundings,
): Promise<DescribedAnswers> {
  const joined: FileChange[][] = [];
  const changes: FileChange[] = [];
  const failed: CallSkip[] = [];
  const places = new ProposedPlaces();
  for (const [path, answer] of [...answers].sort(([a], [b]) => (a < b ? -1 : 1)))
    try {
      const described = await describeAnswer(path, answer, { per, places, context });
      changes.push(...described);
      if (described.some(({ postHash }) => postHash === null)) joined.push(described);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const detail = error.message.replace(/\.$/, "");
      if (error instanceof LeftAloneError)
        failed.push({
          path,
          why: "held-before",
          detail: `it also changes ${error.path}: ${error.why}`,
        });
      else failed.push({ path, why: "transform-failed", detail });
    }
  const faulty = failed.filter(({ why }) => why === "transform-failed");
  const alerts = faulty.map(({ path, detail }): CallAlert => {
    return { level: "error", code: "transform-failed", message: `${path}: ${detail}.`, path };
  });
  return { changes, joined, failed, alerts };
}

/** The circumstances of one answer. */
interface Describing {
  readonly per: TransformParams["per"];
  readonly places: ProposedPlaces;
  readonly context: DescribingSurroundings;
}

async function describeAnswer(
  path: string,
  [answer, hash]: AnswerOnText,
  { per, places, context }: Describing,
): Promise<FileChange[]> {
  if (answer.kind !== "done") throw new ToolError(answer.message);
  const { files, isIdempotent } = answer;
  const unit = files.some(({ text }) => text === null) ? "file" : per;
  const proposals: PlacedProposal[] = [];
  for (const file of files) {
    const described = await describeFile(file, { unit, isIdempotent }, context);
    proposals.push({ path: file.path, changes: described });
  }
  const changes = proposals.flatMap((proposal) => proposal.changes);
  // Its text comes from the one that was read: what another process has saved since would be lost.
  if (changes.some((change) => change.path === path && change.preHash !== hash))
    throw new ToolError("it was changed while it was transformed");
  for (const change of changes)
    if (
      (context.read?.get(change.path) ?? change.preHash) !== change.preHash &&
      change.path !== path
    )
      throw new ToolError(`it proposes ${change.path}, which was changed meanwhile`);
  places.take(path, proposals);
  return changes;
}

async function describeFile(
  { path, text, movedFrom }: ProposedFile,
  { unit, isIdempotent }: { unit: TransformParams["per"]; isIdempotent: boolean | undefined },
  context: DescribingSurroundings,
): Promise<readonly FileChange[]> {
  if (movedFrom !== undefined) await refuseMove(path, context);
  if (text === null) return [await describeDeletion(path, TRANSFORM, context)];
  const mode = movedFrom === undefined ? undefined : await context.workspace.modeOf(movedFrom);
  const proposal = { path, text, isIdempotent, mode };
  return describeProposal(proposal, { tool: TRANSFORM, per: unit }, context);
}

/** Throws a `ToolError` for a move to a place that is taken. */
async function refuseMove(to: string, context: DescribingSurroundings): Promise<void> {
  if ((await findEditTarget(to, context)).before !== undefined)
    throw new ToolError(`it is moved to ${to}, which exists`);
}

/** A file as a transform names it, and the changes of it; none if it has the text already. */
interface PlacedProposal {
  readonly path: string;
  readonly changes: readonly FileChange[];
}

function inPlaceOf(file: string, inside: string): ToolError {
  return new ToolError(`it proposes ${inside}, and ${file} is proposed as a file`);
}

/** Returns what two changes of one file have in common; new ones may differ in case or in the form of accents. */
function placeOf({ path, preHash }: FileChange): string {
  return preHash === null ? path.normalize("NFC").toLowerCase() : path;
}
