import { basename } from "node:path";
import { type HeldTexts, readHeldTexts } from "../../apply/state/held-texts.ts";
import { readKeptText } from "../../apply/state/kept-file.ts";
import { readResolved } from "../../apply/state/resolved-actions.ts";
import { RUN_FILES, type RunFolder } from "../../apply/state/run-folder.ts";
import type { ResolvedAction } from "../../model/past/resolution.ts";
import { type ParsedPlan, parsePlan } from "../../plan-file/parse-plan.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { HeldChoice } from "../../request/request.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { IsBrought } from "../../tree/brought-state.ts";
import { chooseActions } from "./choose-actions.ts";
import { matchHeldRun } from "./find-run.ts";

/** The held actions of a run. */
export interface HeldRun {
  readonly folder: RunFolder;
  readonly plan: Plan;
  readonly resolved: readonly ResolvedAction[];
  /** Reads the texts that the actions rest on. */
  readonly readTexts: () => HeldTexts;
}

/** The reason why there is nothing to do. */
export interface NoHeld {
  readonly kind: "none";
  readonly problems: readonly string[];
  readonly hint?: string;
  /** The actions that were chosen and had ended before. */
  readonly ended?: readonly ResolvedAction[];
}

/** The result of the search for held actions. */
export type FoundHeld = ({ readonly kind: "found" } & HeldRun) | NoHeld;

/** Finds the held actions of a run, which is named by its id, a beginning of it, or `last`. */
export function findHeldRun(
  run: string,
  folders: readonly RunFolder[],
  isBrought: IsBrought,
): FoundHeld {
  const match = matchHeldRun(run, folders, isBrought);
  if (match.kind === "none") return none(match.message, match.hint);
  const { folder } = match;
  if (isBrought(`runs/${basename(folder.path)}`))
    return none(
      `The repository brings the run ${folder.id}: runs that come with a repository are not trusted.`,
    );
  if (folder.isOpen)
    return none(`The run ${folder.id} has not ended.`, "If it was killed: sluice recover.");
  const read = readHeld(folder);
  if (read === undefined) return none(`The run ${folder.id} holds nothing.`, "See sluice runs.");
  if ("diagnostics" in read)
    return { kind: "none", problems: read.diagnostics.map(({ message }) => message) };
  try {
    const resolved = readResolved(folder);
    const readTexts = () => readHeldTexts(folder);
    return { kind: "found", folder, plan: read.plan, resolved, readTexts };
  } catch (error) {
    return none(messageOf(error));
  }
}

/** Finds the actions of a run that wait and were chosen. An action that was named must wait. */
export function chooseHeld(
  { folder, plan, resolved }: HeldRun,
  choice: HeldChoice,
): { readonly kind: "chosen"; readonly actions: readonly PlannedAction[] } | NoHeld {
  const done = new Map(resolved.map((one) => [one.action, one]));
  const waiting = plan.actions.filter(({ id }) => !done.has(id));
  if (choice.kind === "filters" && waiting.length === 0)
    return none(`All that the run ${folder.id} held was ended before.`, "See sluice runs.");
  const among = choice.kind === "ids" ? plan.actions : waiting;
  const chosen = chooseActions(choice, among, `that the run ${folder.id} holds`, waiting);
  if (chosen.kind === "none") return chosen;
  const ended = chosen.actions.flatMap(({ id }) => done.get(id) ?? []);
  if (ended.length === 0) return chosen;
  return { kind: "none", problems: ended.map(describeDone), ended };
}

function none(problem: string, hint?: string): NoHeld {
  return { kind: "none", problems: [problem], ...(hint === undefined ? {} : { hint }) };
}

function describeDone({ action, verdict, by, reason }: ResolvedAction): string {
  const words = verdict === "apply" ? "applied" : "discarded";
  const run = by === null ? "" : ` by the run ${by}`;
  return `The action ${action} was ${words} already${run}: ${reason}`;
}

/** Reads the held actions of a run; undefined if it has none. Follows no link, and waits for no pipe. */
function readHeld(folder: RunFolder): ParsedPlan | undefined {
  const name = `What the run ${folder.id} holds`;
  try {
    return parsePlan(readKeptText(folder, RUN_FILES.held), name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const message = `${name} cannot be read: ${messageOf(error)}.`;
    return { diagnostics: [{ code: "file-unreadable", severity: "error", message }] };
  }
}
