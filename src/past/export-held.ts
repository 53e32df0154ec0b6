import { collectHeldTexts } from "../apply/state/held-texts.ts";
import { listRunFolders } from "../apply/state/run-folder.ts";
import { type Exit, exitOf } from "../model/exit-code.ts";
import { makePlan, planText } from "../plan-file/plan.ts";
import type { PastWorld } from "../request/past-world.ts";
import { findBroughtState } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";
import { chooseHeld, findHeldRun } from "./record/find-held.ts";
import { pastCommand } from "./record/past-command.ts";

/** The run whose held actions are exported. */
export interface ExportRequest {
  /** Absolute. */
  readonly root: string;
  /** Id of the run, the beginning of one, or `last`. */
  readonly run: string;
}

/** The held actions of a run as the text of a plan file, or why it is missing. */
export interface ExportedHeld extends Exit {
  readonly run?: string;
  /** The number of actions. */
  readonly held: number;
  /** The number of those that can be applied: not those of custom tools. */
  readonly applicable: number;
  readonly text?: string;
  readonly problems: readonly string[];
  readonly hint?: string;
}

/**
 * `sluice runs RUN --export FILE`: returns what a run still holds as a plan file, with the texts that it rests on, so
 * that `sluice apply FILE --only ID` applies it on another checkout. Only reads.
 */
export function exportHeld({ root, run }: ExportRequest, world: PastWorld): Promise<ExportedHeld> {
  return pastCommand<ExportedHeld>(
    {
      root,
      refused: ({ message }, exit) => ({ ...exit, ...NOTHING, problems: [message] }),
      async work() {
        const folders = listRunFolders(root);
        const isBrought = await findBroughtState(askIndex(root, world.env));
        const found = findHeldRun(run, folders, isBrought);
        if (found.kind === "none") return refused(found);
        const choice = { kind: "filters", rules: [], recipes: [], paths: [] } as const;
        const waiting = chooseHeld(found, choice);
        if (waiting.kind === "none") return refused(waiting);
        const { actions } = waiting;
        const files = actions.flatMap((action) => action.files);
        const known = found.readTexts();
        const texts = collectHeldTexts(files, (_path, hash) => known.get(hash));
        const { digest: _digest, ...content } = found.plan;
        const plan = makePlan({ ...content, actions, texts: [...texts.values()].sort() });
        const applicable = actions.filter((action) => action.files.length > 0).length;
        const about = { run: found.folder.id, held: actions.length, applicable };
        return { ...exitOf({}), ...about, problems: [], text: planText(plan) };
      },
    },
    world,
  );
}

const NOTHING = { held: 0, applicable: 0 } as const;

function refused({
  problems,
  hint,
}: {
  readonly problems: readonly string[];
  readonly hint?: string;
}): ExportedHeld {
  const none = { ...exitOf({ invalid: true }), ...NOTHING, problems };
  return hint === undefined ? none : { ...none, hint };
}
