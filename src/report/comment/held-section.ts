import { type ActionReport, isWarned, whyOf } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { boundedList } from "../../shared/lists/bounded-list.ts";
import { shorten } from "../../shared/shorten.ts";
import { groupsAlike } from "../alike-actions.ts";
import { fileWords } from "../file-words.ts";
import { markdownText } from "../markdown-text.ts";
import type { PartLimit } from "./commented-report.ts";
import { diffBlock } from "./diff-block.ts";
import { firstThatFit, roomForRest } from "./first-that-fit.ts";

/** The most characters of one item without its diff. */
const ITEM_LENGTH = 400;
/** The most actions that are compared, and the most files of one of them whose diffs are shown. */
const [MOST_COMPARED, MOST_FILES] = [500, 3];
/** The most files of actions alike that are named. */
const MOST_NAMED = 5;

/** Returns the actions that need a person, failed ones first, with their diffs; those that are alike count as one. */
export function heldSection(actions: readonly ActionReport[], limit: PartLimit): string {
  const waiting = (["failed", "held"] as const).flatMap((state) =>
    actions.filter((action) => action.state === state),
  );
  const title = `**${countOf(waiting.length, "action needs", "actions need")} a person**`;
  return actionSection(title, waiting, limit);
}

/** Returns the actions that are applied, or would be, and that a rule warns of, in the same form. */
export function warnedSection(actions: readonly ActionReport[], limit: PartLimit): string {
  const warned = actions.filter(isWarned);
  const title = `**${countOf(warned.length, "action is", "actions are")} applied with a warning**`;
  return actionSection(title, warned, limit);
}

function actionSection(
  title: string,
  told: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): string {
  if (told.length === 0) return "";
  const groups = groupsAlike(told.slice(0, MOST_COMPARED));
  const { shown } = firstThatFit(groups.map(itemOf), length - roomForRest(elsewhere));
  const known = groups.slice(0, shown.length).reduce((sum, group) => sum + group.length, 0);
  const left = told.length - known;
  const more = left === 0 ? [] : [`${countOf(left, "more action")}; ${elsewhere}.`];
  return [title, ...shown, ...more].join("\n\n");
}

function itemOf([action, ...others]: readonly ActionReport[]): string {
  if (action === undefined) return "";
  const { state, recipe, step, ruleId, files, facts } = action;
  const names = fileWords(facts);
  const rule = ruleId === undefined ? "" : ` (rule ${ruleId})`;
  const where = names.length === 0 ? "" : `${boundedList(names, MOST_FILES)}, `;
  const text = `${where}${recipe} › ${step}: ${whyOf(action) ?? ""}`;
  const item = `**${state.replace("-", " ")}** ${markdownText(shorten(text, ITEM_LENGTH) + shorten(rule, 60))}`;
  const diffs = files.slice(0, MOST_FILES).map(({ diff }) => diffBlock(diff));
  return [item, ...diffs, ...(others.length === 0 ? [] : [alikeText(others)])].join("\n\n");
}

function alikeText(others: readonly ActionReport[]): string {
  const paths = others.map(({ facts }) => facts.files[0] ?? "–");
  const names = markdownText(shorten(boundedList(paths, MOST_NAMED), ITEM_LENGTH));
  return `${countOf(others.length, "more action")} like it: ${names}`;
}
