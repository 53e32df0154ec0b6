import type { PlannedAction, PlannedFile } from "../../plan-file/plan.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { type FileNow, readNow } from "../../tree/read-now.ts";
import { composeHeld } from "./compose-held.ts";
import { EditCheck } from "./edit-check.ts";
import { FileHistory, type KeptRuns, type WantedHistories } from "./file-history.ts";
import { Insertions } from "./insertions.ts";
import type {
  ActionChange,
  LocatedActions,
  LocatedEdit,
  LocatedFile,
  RefusedAction,
} from "./located-actions.ts";
import { EditRelocator } from "./relocate-edits.ts";

/** The knowledge about held actions that is needed to find their places again. */
export interface HeldKnowledge {
  /** Absolute. */
  readonly root: string;
  /** The texts that the actions rest on, by sha256. */
  readonly texts: ReadonlyMap<string, string>;
  readonly runs: KeptRuns;
  /** All actions that were held together, in their order. */
  readonly all: readonly PlannedAction[];
  readonly signal: AbortSignal;
}

/**
 * Finds the places of held actions in the files as they are now, each action on its own, and composes the changes of
 * those whose places are unchanged (X2). Writes nothing.
 */
export async function locateActions(
  chosen: readonly PlannedAction[],
  knowledge: HeldKnowledge,
): Promise<LocatedActions> {
  const paths = chosen.flatMap(({ files }) => files.map(({ path }) => path));
  const files = await readNow(knowledge.root, paths);
  const { runs, signal } = knowledge;
  const history = await FileHistory.read(changedSince(chosen, files), runs, signal);
  const locator = new ActionLocator(files, knowledge, history);
  const found: ActionChange[] = [];
  const refused: RefusedAction[] = [];
  for (const [index, action] of chosen.entries()) {
    if (index % PAUSE_AFTER === 0) await new Promise(setImmediate); // Signals and timers get their turn.
    if (signal.aborted) break;
    const located = locator.locate(action);
    if ("cause" in located) refused.push(located);
    else found.push(located);
  }
  const composed = composeHeld(found, files);
  const all = [...refused, ...composed.refused];
  const order = new Map(chosen.map(({ id }, index) => [id, index]));
  all.sort((a, b) => (order.get(a.action.id) ?? 0) - (order.get(b.action.id) ?? 0));
  return { ...composed, refused: all };
}

/** Returns the contents that actions rest on, of those files that have another one now. */
function changedSince(
  actions: readonly PlannedAction[],
  files: ReadonlyMap<string, FileNow>,
): WantedHistories {
  const wanted = new Map<string, Set<string>>();
  for (const { path, preHash } of actions.flatMap((action) => action.files)) {
    const now = files.get(path);
    if (preHash === null || now?.kind !== "text" || now.hash === preHash) continue;
    const known = wanted.get(path);
    if (known === undefined) wanted.set(path, new Set([preHash]));
    else known.add(preHash);
  }
  return wanted;
}

/** The number of actions after which the event loop gets a turn. */
const PAUSE_AFTER = 50;

const NOT_KEPT =
  "What the action would write is not kept: it is a custom tool's. Run its recipe again.";

/** The reasons why the edits of a file cannot be made. */
type FileFault = Pick<RefusedAction, "cause" | "problems">;

/** Finds the places of one action after the other. What is known of a file is computed once. */
class ActionLocator {
  readonly #files: ReadonlyMap<string, FileNow>;
  readonly #knowledge: HeldKnowledge;
  readonly #history: FileHistory;
  readonly #relocators = new Map<string, EditRelocator>();
  readonly #check = new EditCheck();
  readonly #insertions: Insertions;

  constructor(files: ReadonlyMap<string, FileNow>, knowledge: HeldKnowledge, history: FileHistory) {
    this.#files = files;
    this.#knowledge = knowledge;
    this.#history = history;
    this.#insertions = new Insertions(knowledge.all);
  }

  locate(action: PlannedAction): ActionChange | RefusedAction {
    if (action.files.length === 0) return { action, cause: "failed", problems: [NOT_KEPT] };
    const faults: FileFault[] = [];
    const files: LocatedFile[] = [];
    for (const file of action.files) {
      const located = this.#locateFile(action, file);
      if ("cause" in located) faults.push(located);
      else {
        const { path, preHash, postHash, mode } = file;
        const isDeletion = postHash === null;
        files.push({ path, preHash, isDeletion, edits: located, ...definedOnly({ mode }) });
      }
    }
    const [first] = faults;
    if (first === undefined) return { action, files };
    return { action, cause: first.cause, problems: faults.flatMap(({ problems }) => problems) };
  }

  /** Returns the edits at their places now, or why they are missing. */
  #locateFile(action: PlannedAction, file: PlannedFile): readonly LocatedEdit[] | FileFault {
    const { path, preHash, postHash, edits } = file;
    const now = this.#files.get(path) ?? { kind: "other", found: "was not read" };
    if (now.kind === "other") return stale(`${path} ${now.found}.`);
    if (preHash === null) {
      if (now.kind === "text") return stale(`${path} exists by now; the action makes it.`);
      const fault = this.#check.faultOf(action, file, undefined);
      return fault === undefined ? edits.map(unmoved) : invalid(`${path}: ${fault}`);
    }
    if (now.kind === "free" && postHash === null)
      return stale(`${path} is gone already, as the action would have it. ${DISCARD}`);
    if (now.kind === "free")
      return stale(`${path} is gone; the action expects ${hashOf(preHash)}.`);
    const isSame = now.hash === preHash;
    if (!isSame && postHash === null)
      return stale(`${path} has changed; the action deletes it only as ${hashOf(preHash)}.`);
    if (now.hash === postHash && (file.mode ?? now.mode) === now.mode)
      return stale(`${path} is already as the action makes it. ${DISCARD}`);
    const applier = isSame ? undefined : this.#history.applierOf(path, action.id);
    if (applier !== undefined)
      return stale(`${path}: the run ${applier} has applied the action already. ${DISCARD}`);
    const before = isSame ? now.text : this.#knowledge.texts.get(preHash);
    if (before === undefined)
      return stale(
        `${path} has changed; the action expects ${hashOf(preHash)}, which is not kept.`,
      );
    const fault = this.#check.faultOf(action, file, before);
    if (fault !== undefined) return invalid(`${path}: ${fault}`);
    if (isSame) return edits.map(unmoved);
    const relocator = this.#relocatorOf(file, before, now);
    const moved = edits.map((edit) =>
      relocator.relocate(edit, this.#insertions.after(action, file, edit.start)),
    );
    const problems = moved.flatMap((each) => ("problem" in each ? [each.problem] : []));
    if (problems.length > 0) return { cause: "stale", problems };
    return moved.flatMap((each) => ("edit" in each ? [each.edit] : []));
  }

  #relocatorOf(
    { path, preHash }: PlannedFile,
    before: string,
    now: Extract<FileNow, { kind: "text" }>,
  ): EditRelocator {
    const key = `${preHash} ${path}`;
    const known = this.#relocators.get(key);
    if (known !== undefined) return known;
    const from = { text: before, hash: preHash ?? "" };
    const made = new EditRelocator(path, from, now, this.#history);
    this.#relocators.set(key, made);
    return made;
  }
}

const DISCARD = "To end it: discard it.";

function unmoved(edit: PlannedFile["edits"][number]): LocatedEdit {
  const { start, end, text } = edit;
  return { start, end, text, from: { start, end } };
}

function stale(problem: string): FileFault {
  return { cause: "stale", problems: [problem] };
}

function invalid(problem: string): FileFault {
  return { cause: "invalid", problems: [problem] };
}

function hashOf(hash: string): string {
  return `sha256 ${hash.slice(0, 12)}…`;
}
