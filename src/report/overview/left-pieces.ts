import type { Colors } from "picocolors/types.js";
import {
  type ActionReport,
  type ActionState,
  isWarned,
  type Report,
} from "../../model/report/report.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { groupsAlike } from "../alike-actions.ts";
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
      yield* alikePieces(ofState, most, colors);
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

/** Yields held actions, those that are alike as one, and the first of each step and rule before the others. */
function* alikePieces(
  actions: readonly ActionReport[],
  most: number,
  colors: Colors,
): Generator<string, void> {
  const groups = groupsAlike(actions);
  const firsts = new Map(groups.map((group) => [ruleKey(group), group] as const).reverse());
  const isFirst = (group: readonly ActionReport[]) => firsts.get(ruleKey(group)) === group;
  const ordered = [true, false].flatMap((first) => groups.filter((g) => isFirst(g) === first));
  const shown = ordered.slice(0, most);
  for (const [first, ...others] of shown) {
    if (first === undefined) continue;
    yield stepAndVerdict(first, colors);
    const names = boundedList(others.map(pathOf), MOST_ALIKE);
    if (others.length > 0) yield colors.dim(`  … and ${others.length} like it: ${names}\n`);
    yield "\n";
  }
  const more = actions.length - shown.reduce((sum, group) => sum + group.length, 0);
  if (more > 0) yield colors.dim(`  … and ${more} more held\n\n`);
}

function ruleKey([first]: readonly ActionReport[]): string {
  return JSON.stringify([first?.recipe, first?.step, first?.ruleId]);
}

/** The most of them that are named. */
const MOST_ALIKE = 3;

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
