import { DEFAULT_MESSAGE, type PolicyCommits } from "../model/policy/commits.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { ActionReport } from "../model/report/report.ts";
import { markdownText } from "../report/markdown-text.ts";
import { freeName } from "../run/commits/commit-actions.ts";
import {
  type CommitOrigin,
  commitWords,
  fieldsOf,
  oneLine,
  plainText,
} from "../run/commits/commit-message.ts";
import { type CommitGroup, groupActions } from "../run/commits/group-actions.ts";
import type { WantedBranchCommit } from "../run/commits/make-branches.ts";
import { branchPart } from "../shared/branch-name.ts";
import { replaceExpressions } from "../shared/expressions.ts";
import { shortDigest } from "./pull-mark.ts";

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
  /** Actions of the same unit that are held or discarded. */
  readonly others: readonly ActionReport[];
  readonly commits: readonly WantedBranchCommit[];
  /** A digest of the title, the changes and the messages of the commits; it is the same for another plan. */
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
  readonly origin: CommitOrigin;
}

/** The longest title; UTF-16 code units. GitHub takes 256, GitLab 255. */
const LONGEST_TITLE = 200;

/** Groups the actions of a plan by the unit of the policy, in the order of the first accepted action of each group. */
export function groupsOf(
  actions: readonly ActionReport[],
  context: GroupingContext,
): readonly PublishGroup[] {
  const { publish, recipes, origin } = context;
  const whole = recipes.join("+");
  const accepted = actions.filter(
    ({ state, files }) => state === "would-apply" && files.length > 0,
  );
  const left = actions.filter(({ state }) => state !== "would-apply");
  const others = groupActions(left, publish.per, whole);
  const taken = new Set<string>();
  return groupActions(accepted, publish.per, whole).map((group) => {
    const fields: Readonly<Record<string, string>> = {
      ...fieldsOf(group, origin.id),
      recipes: recipes.join("-"),
    };
    const fill = (template: string) => replaceExpressions(template, (name) => fields[name] ?? "");
    const branch = replaceExpressions(publish.branch, (name) => flatPart(fields[name] ?? ""));
    const title = oneLine(fill(publish.title), LONGEST_TITLE) || (fields.group ?? "");
    return {
      name: group.name,
      branch: freeName(branch, taken),
      title,
      text: fillBody(publish.body ?? "", fields),
      actions: group.actions,
      others: others.find(({ name }) => name === group.name)?.actions ?? [],
      ...commitsOf(group, title, context),
      owners: ownersOf(group.actions),
    };
  });
}

/**
 * Git has no branch beside a folder of its name, which `@org` and `@org/team` would be; and `a/b` is not the branch of
 * `a-b`.
 */
function flatPart(text: string): string {
  return branchPart(text).replaceAll("/", "--");
}

/** Fills a template in Markdown: a value shows, and does nothing else. */
function fillBody(template: string, fields: Readonly<Record<string, string>>): string {
  return plainText(replaceExpressions(template, (name) => markdownText(fields[name] ?? "")));
}

/** The same for every plan. */
const NO_ORIGIN: CommitOrigin = { id: "", trailers: [], record: "plan" };

const ONE_COMMIT: Omit<PolicyCommits, "per"> = { message: DEFAULT_MESSAGE, trailers: {} };

/** Returns the commits that `commits` of the policy makes of a group; without it, one. */
function commitsOf(
  group: CommitGroup,
  title: string,
  { commits, recipes, origin }: GroupingContext,
): Pick<PublishGroup, "commits" | "content"> {
  const units = commits ? groupActions(group.actions, commits.per, recipes.join("+")) : [group];
  const messagesBy = (by: CommitOrigin) =>
    units.map((unit) => commitWords(unit, commits ?? ONE_COMMIT, by).message);
  const messages = messagesBy(origin);
  return {
    commits: units.map(({ actions }, index) => ({ message: messages[index] ?? "", actions })),
    content: shortDigest([group.actions.map(({ id }) => id), messagesBy(NO_ORIGIN), title]),
  };
}

/** Returns the people and teams that CODEOWNERS names, as a forge names them. */
function ownersOf(actions: readonly ActionReport[]): readonly string[] {
  const names = actions.flatMap(({ facts }) => facts.owners ?? []);
  return [...new Set(names.flatMap((name) => /^@([^@\s]+)$/.exec(name)?.[1] ?? []))].sort();
}
