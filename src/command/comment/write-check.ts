import {
  CHECK_BYTES,
  type CheckContent,
  type ChecksForge,
  type OwnCheck,
} from "../../forge/checks.ts";
import { ForgeFault } from "../../forge/forge.ts";
import type { CheckAnnotation, CheckConclusion } from "../../model/forge/check-annotation.ts";
import { type CheckedLeg, checkConclusion, checkTitle } from "../../report/comment/check-text.ts";
import type { LegPart } from "../../report/comment/leg-part.ts";
import { expectedLegs } from "../../report/comment/legs-text.ts";
import { addAnnotations } from "./added-annotations.ts";
import type { ReportComment } from "./comment-of.ts";
import { ownText } from "./own-text.ts";
import type { IsAncestor, RunMark } from "./run-mark.ts";
import { LOST } from "./write-comment.ts";
import { type SharedText, type TurnTimes, writeTogether } from "./write-together.ts";

/** A check run, before it is written. */
interface WrittenRun {
  readonly comment: ReportComment;
  /** The key of the check run that is written. */
  readonly key: string;
  readonly annotations: readonly CheckAnnotation[];
  /** The outcome of this run, without a matrix. */
  readonly alone: CheckedLeg;
}

interface CheckCase extends Omit<TurnTimes, "turn"> {
  readonly isAncestor: IsAncestor;
  readonly note: (sentence: string) => void;
}

/** The outcome of a check run. */
export type WrittenCheck =
  | {
      readonly kind: "created" | "updated";
      readonly url: string | undefined;
      /** Null as long as legs are missing. */
      readonly conclusion: CheckConclusion | null;
    }
  /** There is one of a newer run. */
  | { readonly kind: "older"; readonly theirs: RunMark };

/** How often a write is done again that was perhaps done. */
const MOST_UNCERTAIN = 2;
const REPLACED = "Another check run of this commit has the report.";

/**
 * Makes a check run, or updates the one of this run; a later run makes its own, because nobody can take annotations
 * away. The legs of a matrix have one together. Throws a `ForgeFault`.
 */
export async function writeCheck(
  checks: ChecksForge,
  run: WrittenRun,
  { isAncestor, note, after, interrupted }: CheckCase,
): Promise<WrittenCheck> {
  const { comment, key } = run;
  const state = { isCreated: false, older: undefined as RunMark | undefined };
  let [found, parts]: [readonly OwnCheck[], readonly LegPart[]] = [[], []];
  const isOfRun = (check: OwnCheck) => check.key === key;
  const conclude = () => conclusionOf(run, parts);
  const write = writerOf(checks, run, note);
  const shared: SharedText<OwnCheck> = {
    async read() {
      const all = await checks.find();
      // The newest one of this run comes last.
      found = [...all.filter((check) => !isOfRun(check)), ...all.filter(isOfRun)];
      return found;
    },
    async textOf(all) {
      const bodies = all.map(({ body }) => body);
      const within = { limit: CHECK_BYTES, sizeOf: Buffer.byteLength, isAncestor };
      const made = await ownText(bodies, comment, within, note);
      if (made.kind === "text") parts = made.parts;
      else state.older = made.theirs;
      return made.kind === "text" ? made.text : undefined;
    },
    isWhole: write.isWhole,
    async write(newest, body) {
      const mine = newest !== undefined && isOfRun(newest) ? newest : undefined;
      if (mine === undefined) state.isCreated = true;
      return await write.next(mine, { title: checkTitle(body), body, conclusion: conclude() });
    },
  };
  const end = await writeTogether(shared, { after, interrupted, turn: comment.leg?.turn });
  if (end === "left" && state.older !== undefined) return { kind: "older", theirs: state.older };
  if (end === "lost") note(LOST);
  await retire(checks, found.filter(isOfRun).slice(0, -1), note);
  const url = write.last()?.url ?? found.at(-1)?.url;
  return { kind: state.isCreated ? "created" : "updated", url, conclusion: conclude() ?? null };
}

function conclusionOf(
  { comment, alone }: WrittenRun,
  parts: readonly LegPart[],
): CheckConclusion | undefined {
  if (comment.leg === undefined) return checkConclusion([alone], { isWhole: true });
  const isWhole = expectedLegs(parts, comment.leg.isOneJob) <= parts.length;
  return checkConclusion(
    parts.map(({ mark }) => mark),
    { isWhole },
  );
}

/** Writes the text each time, and with it as many annotations as one write may add. */
function writerOf(checks: ChecksForge, { annotations }: WrittenRun, note: CheckCase["note"]) {
  const adding = addAnnotations(checks, annotations);
  let last: OwnCheck | undefined;
  let uncertain = 0;
  return {
    last: () => last,
    isWhole: async (check: OwnCheck) => (await adding.nextFor(check)).length === 0,
    async next(check: OwnCheck | undefined, text: Omit<CheckContent, "annotations">) {
      const some = await adding.nextFor(check);
      const content = { ...text, annotations: some };
      try {
        last = await (check === undefined ? checks.create(content) : checks.update(check, content));
      } catch (error) {
        if (!(error instanceof ForgeFault)) throw error;
        if (error.kind === "refused" && some.length > 0) {
          note(`There are no further annotations. ${error.message}`);
          adding.giveUp();
          return "part";
        }
        uncertain += 1;
        if (!error.isUncertain || uncertain > MOST_UNCERTAIN) throw error;
        adding.forget();
        return "part";
      }
      adding.added(last, some);
      return (await adding.nextFor(last)).length === 0 ? "whole" : "part";
    },
  };
}

/** Empties those that two legs have made at the same moment; nobody can delete them. */
async function retire(
  checks: ChecksForge,
  old: readonly OwnCheck[],
  note: (sentence: string) => void,
): Promise<void> {
  const content = { title: "Sluice", body: REPLACED, conclusion: "neutral" } as const;
  try {
    for (const check of old)
      if (check.body !== REPLACED) await checks.update(check, { ...content, annotations: [] });
  } catch (error) {
    if (!(error instanceof ForgeFault)) throw error;
    note(`An older check run is not emptied. ${error.message}`);
  }
}
