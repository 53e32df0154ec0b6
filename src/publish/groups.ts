import type { PolicyCommits } from "../model/policy/commits.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { ActionReport } from "../model/report/report.ts";
import { freeName } from "../run/commits/commit-actions.ts";
import {
  fillMessage,
  type MessageFields,
  messageFields,
  titleOf,
} from "../run/commits/commit-message.ts";
import { groupActions } from "../run/commits/group-actions.ts";
import { branchPart } from "../shared/branch-name.ts";
import { replaceExpressions } from "../shared/expressions.ts";
import { shortDigest } from "./pull-mark.ts";

/** A commit of a branch. */
export interface GroupCommit {
  readonly message: string;
  readonly actions: readonly ActionReport[];
}

/** The actions that have a branch and a pull request of their own. */
export interface PublishGroup {
  /** The value of `${{ group }}`. */
  readonly name: string;
  readonly branch: string;
  /** One line. */
  readonly title: string;
  /** Of the policy, before the table of decisions; empty if it has none. */
  readonly text: string;
  /** The accepted actions, in the order of application. */
  readonly actions: readonly ActionReport[];
  /** Actions of the same unit that are not in it. */
  readonly others: readonly ActionReport[];
  readonly commits: readonly GroupCommit[];
  /** A digest of what the branch changes, and of the messages of its commits. */
  readonly content: string;
  /** The owners of its files as reviewers: without `@`, and without addresses. */
  readonly owners: readonly string[];
}

/** The parts that make groups of the actions of a plan. */
export interface GroupingContext {
  readonly publish: PolicyPublish;
  readonly commits: PolicyCommits | undefined;
  /** The names of the recipes of the plan. */
  readonly recipes: readonly string[];
  /** The trailers of every commit, before those of rules and reasons. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

/** Groups the actions of a plan by the unit of the policy, in the order of the first accepted action of each group. */
export function groupsOf(
  actions: readonly ActionReport[],
  context: GroupingContext,
): readonly PublishGroup[] {
  const { publish, recipes } = context;
  const whole = recipes.join("+");
  const accepted = actions.filter(({ state }) => state === "would-apply");
  const rest = groupActions(
    actions.filter(({ state }) => state !== "would-apply"),
    publish.per,
    whole,
  );
  const taken = new Set<string>();
  return groupActions(accepted, publish.per, whole).map(({ name, actions: own }) => {
    const fields = { ...messageFields({ name, actions: own }), recipes: recipes.join("-") };
    const commits = commitsOf(own, name, context);
    const others = rest.find((group) => group.name === name)?.actions ?? [];
    const branch = replaceExpressions(publish.branch, (field) => branchPart(fields[field] ?? ""));
    const title = titleOf(publish.title, fields);
    return {
      ...{ name, branch: freeName(branch, taken), title, actions: own, others, commits },
      text: publish.body === undefined ? "" : fillMessage(publish.body, fields),
      content: shortDigest([own.map(({ id }) => id), commits.map(({ message }) => message)]),
      owners: ownersOf(own),
    };
  });
}

/** Returns the commits that `commits` of the policy makes of a group; without it, one. */
function commitsOf(
  actions: readonly ActionReport[],
  name: string,
  { commits, trailers, recipes }: GroupingContext,
): readonly GroupCommit[] {
  const units =
    commits === undefined
      ? [{ name, actions }]
      : groupActions(actions, commits.per, recipes.join("+"));
  return units.map((unit) => ({
    message: commitText(unit, commits, trailers),
    actions: unit.actions,
  }));
}

/** Returns the people and teams that CODEOWNERS names, for a forge. */
function ownersOf(actions: readonly ActionReport[]): readonly string[] {
  const names = actions.flatMap(({ facts }) => facts.owners ?? []);
  return [...new Set(names.flatMap((name) => /^@([^@\s]+)$/.exec(name)?.[1] ?? []))].sort();
}
