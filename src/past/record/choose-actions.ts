import type { HeldChoice } from "../../request/request.ts";
import { closestName } from "../../shared/closest-name.ts";
import { countOf } from "../../shared/count-of.ts";
import { pathMatcher } from "../../shared/paths/glob.ts";
import { globFault } from "../../shared/paths/glob-fault.ts";
import { shown } from "../../shared/shown.ts";

/** The fields of an action that a choice looks at. */
interface Choosable {
  readonly id: string;
  readonly recipe: string;
  readonly ruleId: string;
  readonly files: readonly { readonly path: string }[];
}

/** The actions that were chosen, or why the choice is invalid. */
export type ChosenActions<Action> =
  | { readonly kind: "chosen"; readonly actions: readonly Action[] }
  | { readonly kind: "none"; readonly problems: readonly string[]; readonly hint?: string };

/** The number of ids that a message names. */
const MOST_IDS = 10;

/**
 * Finds actions by their ids, or by beginnings that no other action has; each once, in the order of `actions`. A hint
 * offers only those of `offered`.
 */
export function findByIds<Action extends Pick<Choosable, "id">>(
  ids: readonly string[],
  actions: readonly Action[],
  whose: string,
  offered: readonly Action[] = actions,
): ChosenActions<Action> {
  const chosen = new Set<Action>();
  const problems: string[] = [];
  let hint: string | undefined;
  for (const id of ids) {
    const near = actions.filter((action) => id !== "" && action.id.startsWith(id));
    const found =
      actions.find((action) => action.id === id) ?? (near.length === 1 ? near[0] : undefined);
    if (found !== undefined) {
      chosen.add(found);
      continue;
    }
    if (near.length > 1) {
      const beginning = `\`${shown(id)}\` is the beginning of the ids of ${countOf(near.length, "action")}`;
      problems.push(`${beginning} ${whose}.`);
      hint ??= `Write more of it: ${listOf(near.map((action) => action.id))}.`;
    } else {
      problems.push(`There is no action \`${shown(id)}\` ${whose}.`);
      hint ??= hintFor(
        id,
        offered.map((action) => action.id),
      );
    }
  }
  if (problems.length > 0)
    return { kind: "none", problems, ...(hint === undefined ? {} : { hint }) };
  return { kind: "chosen", actions: actions.filter((action) => chosen.has(action)) };
}

/** Finds the actions of a choice. */
export function chooseActions<Action extends Choosable>(
  choice: HeldChoice,
  actions: readonly Action[],
  whose: string,
  waiting: readonly Action[] = actions,
): ChosenActions<Action> {
  if (choice.kind === "ids") return findByIds(choice.ids, actions, whose, waiting);
  const { rules, recipes, paths } = choice;
  const faults = [
    ...unknownNames(
      "rule",
      rules,
      actions.map(({ ruleId }) => ruleId),
    ),
    ...unknownNames(
      "recipe",
      recipes,
      actions.map(({ recipe }) => recipe),
    ),
  ];
  const globs = paths.flatMap((glob) => {
    const fault = globFault(glob);
    return fault === undefined ? [] : [`The glob \`${shown(glob)}\` ${fault}.`];
  });
  if (faults.length > 0 || globs.length > 0) {
    const [first] = faults;
    const problems = [...faults.map(({ problem }) => problem), ...globs];
    return { kind: "none", problems, ...(first === undefined ? {} : { hint: first.hint }) };
  }
  const isMatch = pathMatcher(paths);
  const chosen = actions.filter(
    ({ ruleId, recipe, files }) =>
      (rules.length === 0 || rules.includes(ruleId)) &&
      (recipes.length === 0 || recipes.includes(recipe)) &&
      (paths.length === 0 || (files.length > 0 && files.every(({ path }) => isMatch(path)))),
  );
  if (chosen.length > 0 || actions.length === 0) return { kind: "chosen", actions: chosen };
  return { kind: "none", problems: [`Nothing ${whose} has all of its files in these paths.`] };
}

function unknownNames(
  noun: string,
  names: readonly string[],
  all: readonly string[],
): readonly { readonly problem: string; readonly hint: string }[] {
  const known = [...new Set(all)].sort();
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const problem = `No action is held for the ${noun} \`${shown(name)}\`.`;
      return { problem, hint: hintFor(name, known) };
    });
}

function hintFor(name: string, known: readonly string[]): string {
  if (known.length === 0) return "There is none to choose from. See sluice runs.";
  const guess = closestName(name, known);
  return guess === undefined ? `There are: ${listOf(known)}.` : `Did you mean \`${guess}\`?`;
}

function listOf(names: readonly string[]): string {
  const more = names.length > MOST_IDS ? `, and ${names.length - MOST_IDS} more` : "";
  return `${names.slice(0, MOST_IDS).join(", ")}${more}`;
}
