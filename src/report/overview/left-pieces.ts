import type { Colors } from "picocolors/types.js";
import {
  type ActionReport,
  type ActionState,
  isWarned,
  type Report,
} from "../../model/report/report.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { terminalLine } from "../terminal-text.ts";
import { type EntryStyle, entryPieces, stepAndVerdict, verdictText } from "./action-pieces.ts";
import type { ChangesView } from "./changes-view.ts";
import { entryOf, inShownOrder } from "./entries.ts";
import type { Entry } from "./entry.ts";
import { withinBound } from "./within-bound.ts";

/** The lines of the diffs of held and failed actions in a digest. */
const MOST_LINES_LEFT = 30;
/** The most actions with a warning that a digest names. */
const MOST_WARNED = 10;
/** The most actions of a state that a digest names. */
const MOST_NAMED: Partial<Record<ActionState, number>> = { discarded: 5, failed: 10, held: 10 };

/** Yields the first actions that a rule warns of, with their diffs while there is room. */
export function* warnedPieces(
  { actions }: Report,
  { isPlain, hasDiffs }: Pick<EntryStyle, "isPlain" | "hasDiffs">,
  colors: Colors,
): Generator<string, void> {
  const warned = actions.filter(isWarned);
  const entries = warned.slice(0, MOST_WARNED).map(entryOf);
  const pieces = (style: Pick<LeftStyle, "hasDiffs">) =>
    leftEntries(entries, { ...style, isShort: false, isPlain }, colors);
  const shown = hasDiffs
    ? withinBound(entries, () => pieces({ hasDiffs }), MOST_LINES_LEFT)
    : undefined;
  yield* shown ?? pieces({ hasDiffs: false });
  const more = warned.length - entries.length;
  if (more > 0) yield colors.dim(`  … and ${more} more with a warning\n\n`);
}

/** Yields what was discarded, failed or is held: of many actions the first, and diffs while there is room. */
export function* leftPieces(
  { actions }: Report,
  { isFull }: ChangesView,
  { isNamed, isPlain }: { readonly isNamed: boolean; readonly isPlain: boolean | undefined },
  colors: Colors,
): Generator<string, void> {
  const ordered = inShownOrder(actions);
  const states = isNamed
    ? (["failed", "held"] as const)
    : (["discarded", "failed", "held"] as const);
  for (const state of states) {
    const ofState = ordered.filter((action) => action.state === state);
    const most = isNamed || isFull ? 1000 : (MOST_NAMED[state] ?? 0);
    if (state === "held" && ofState.length > most) {
      yield* firstOfRules(ofState, most, colors);
      continue;
    }
    const entries = ofState.slice(0, most).map(entryOf);
    const isShort = state === "discarded" && !isNamed;
    const pieces = (style: Pick<LeftStyle, "hasDiffs">) =>
      leftEntries(entries, { ...style, isShort, isPlain }, colors);
    const shown =
      isNamed || isShort
        ? undefined
        : withinBound(entries, () => pieces({ hasDiffs: true }), MOST_LINES_LEFT);
    yield* shown ?? pieces({ hasDiffs: false });
    const more = ofState.length - entries.length;
    if (more > 0) yield colors.dim(`  … and ${more} more ${state}\n`);
    if (more > 0 || (isShort && ofState.length > 0)) yield "\n";
  }
}

/** Yields the first action of each step and rule, with the number of the others, whose changes may be different. */
function* firstOfRules(
  actions: readonly ActionReport[],
  most: number,
  colors: Colors,
): Generator<string, void> {
  const groups = new Map<string, ActionReport[]>();
  for (const action of actions)
    addTo(groups, JSON.stringify([action.recipe, action.step, action.ruleId]), action);
  const shown = [...groups.values()].slice(0, most);
  for (const [first, ...others] of shown) {
    if (first === undefined) continue;
    yield stepAndVerdict(first, colors);
    const names = boundedList(others.map(pathOf), MOST_OTHERS);
    const more = `  … and ${others.length} more of this step and rule: ${names}\n`;
    if (others.length > 0) yield colors.dim(more);
    yield "\n";
  }
  const more = actions.length - shown.reduce((sum, group) => sum + group.length, 0);
  if (more > 0) yield colors.dim(`  … and ${more} more held\n\n`);
}

/** The most of them that are named. */
const MOST_OTHERS = 3;

function pathOf({ facts, label }: ActionReport): string {
  return terminalLine(facts.files[0] ?? label);
}

/** The form of entries: with diffs, or their verdicts; or short, which is a line for each. */
interface LeftStyle extends Pick<EntryStyle, "hasDiffs" | "isPlain"> {
  readonly isShort: boolean;
}

function* leftEntries(
  entries: readonly Entry[],
  { isShort, ...style }: LeftStyle,
  colors: Colors,
): Generator<string, void> {
  for (const entry of entries)
    if (isShort) yield `${verdictText(entry.action, colors)}\n`;
    else if (style.hasDiffs) yield* entryPieces(entry, { ...style, verbose: false }, colors);
    else yield `${stepAndVerdict(entry.action, colors)}\n`;
}
