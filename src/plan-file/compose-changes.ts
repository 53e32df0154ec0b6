import { type FileMode, modeAfter } from "../model/patch/file-mode.ts";
import type { TextChange } from "../model/workspace.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { shown } from "../shared/shown.ts";
import { singleEdit } from "../shared/single-edit.ts";
import { JointEdits } from "./joint-edits.ts";
import { makeText, OTHER_TEXT } from "./make-text.ts";
import type { PlannedAction, PlannedFile } from "./plan.ts";

/** A file in the tree that a plan changes. */
export interface BaseText {
  /** Undefined if the file is missing. */
  readonly text: string | undefined;
  /** sha256 of its bytes; null if the file is missing. */
  readonly hash: string | null;
}

/** The changes of several actions, one for each file, or the reason that there are none. */
export type ComposedChanges =
  | { readonly kind: "composed"; readonly changes: readonly TextChange[] }
  /** An action rests on another action, which is not among them. */
  | { readonly kind: "rests-on-other"; readonly action: PlannedAction; readonly path: string }
  /** The edits of the plan do not make the result that it states. */
  | { readonly kind: "forged"; readonly fault: string }
  /** A signal came first. */
  | { readonly kind: "stopped" };

/** The number of texts after which the event loop gets a turn. */
const PAUSE_AFTER = 50;

/** The state of a file between two actions. */
interface Track {
  readonly before: BaseText;
  /** Undefined if the file is missing, as in `before`. */
  text: string | undefined;
  hash: string | null;
  /** Undefined if no action has changed it. */
  mode?: FileMode | undefined;
  /** The write of many actions that is under way. */
  joint?: JointEdits | undefined;
}

/** The circumstances in which actions are composed. */
export interface Composing {
  readonly signal?: AbortSignal | undefined;
  /**
   * The meaning of a joint write that does not make the text that the plan states: the plan is forged; or only a part
   * of the write is among the actions, which is refused, or is what the caller wants.
   */
  readonly onPart?: "forged" | "refuses" | "takes";
}

/**
 * Composes the changes of actions, from the text in the tree to the text after the last action. Computes every result
 * that the plan states (hash, diff, lines) again and compares it; lets signals and timers through, because large plans
 * take long.
 */
export async function composeChanges(
  actions: readonly PlannedAction[],
  bases: ReadonlyMap<string, BaseText>,
  { signal, onPart = "forged" }: Composing = {},
): Promise<ComposedChanges> {
  const tracks = new Map<string, Track>();
  let made = 0;
  for (const action of actions) {
    for (const file of action.files) {
      made += 1;
      if (made % PAUSE_AFTER === 0) await new Promise(setImmediate);
      if (signal?.aborted) return { kind: "stopped" };
      const before = bases.get(file.path);
      if (before === undefined) throw new Error("A file of the plan was not read from the tree.");
      const track = tracks.get(file.path) ?? { before, ...before };
      tracks.set(file.path, track);
      const fault = addFile(track, file, action, onPart);
      if (fault !== undefined) return fault;
    }
  }
  for (const track of tracks.values()) {
    const fault = endJoint(track, onPart);
    if (fault !== undefined) return fault;
  }
  return { kind: "composed", changes: [...tracks].flatMap(changeOf) };
}

/** The reason that there are no changes. */
type Refusal = Exclude<ComposedChanges, { kind: "composed" }>;

/** Adds the edits of one action in one file. Returns the refusal, if it does not fit. */
function addFile(
  track: Track,
  file: PlannedFile,
  action: PlannedAction,
  onPart: Composing["onPart"],
): Refusal | undefined {
  if (!track.joint?.takes(file)) {
    const fault = endJoint(track, onPart);
    if (fault !== undefined) return fault;
    if (track.hash !== file.preHash) return { kind: "rests-on-other", action, path: file.path };
    if (file.isJoint) track.joint = new JointEdits(file, action, track.text ?? "");
  }
  track.mode = modeAfter(track.mode, file);
  const made = track.joint ? track.joint.add(file) : makeText(file, track.text);
  if (made === undefined) return undefined;
  if ("fault" in made) return forged(action, file.path, made.fault);
  Object.assign(track, { text: made.text, hash: file.postHash });
  return undefined;
}

/** Makes the text of the joint write that is under way, if there is one. */
function endJoint(track: Track, onPart: Composing["onPart"]): Refusal | undefined {
  const { joint } = track;
  if (joint === undefined) return undefined;
  track.joint = undefined;
  const { action, path, postHash } = joint;
  const made = joint.make();
  if ("fault" in made) return forged(action, path, made.fault);
  if (made.hash !== postHash && onPart === "refuses")
    return { kind: "rests-on-other", action, path };
  if (made.hash !== postHash && onPart !== "takes") return forged(action, path, OTHER_TEXT);
  Object.assign(track, made);
  return undefined;
}

function forged({ id }: PlannedAction, path: string, fault: string): Refusal {
  return { kind: "forged", fault: `Action ${shown(id)}, \`${shown(path)}\`: ${fault}` };
}

/** Returns nothing if the actions together leave the file as it was. */
function changeOf([path, { before, text, hash, mode }]: [string, Track]): readonly TextChange[] {
  if (hash === before.hash && mode === undefined) return [];
  const [old, after] = [before.text ?? "", text ?? ""];
  const change = { path, preHash: before.hash, postHash: hash, before: old, after };
  return [{ ...change, edits: [singleEdit(old, after)], ...definedOnly({ mode }) }];
}
