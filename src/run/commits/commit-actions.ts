import { type CheckedOut, movedText } from "../../git/commit/checked-out.ts";
import { openCommitPlace } from "../../git/commit/open-commit-place.ts";
import type { Alert } from "../../model/alert.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { PolicyCommits } from "../../model/policy/commits.ts";
import type { ActionReport, CommitReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { FindText } from "./commit-files.ts";
import { type CommitWords, commitWords, filesOf, originOfRun } from "./commit-message.ts";
import { type CommitGroup, groupActions } from "./group-actions.ts";
import { type MakingOptions, makeCommits, type WantedCommit } from "./make-commits.ts";
import { type CommittedAction, writtenBy } from "./written-by.ts";

/** The commits of a run, and the reasons for those that were not made. */
export interface MadeCommits {
  readonly commits: readonly CommitReport[];
  readonly alerts: readonly Alert[];
}

/** The run that commits are made for. */
export interface CommittingRun extends MakingOptions {
  readonly id: string;
  /** Absolute. */
  readonly root: string;
  readonly findText: FindText;
  /** The things that were checked out before anything was written; undefined if git could not tell. */
  readonly start: CheckedOut | undefined;
}

/** A commit before it is made. */
interface PlannedCommit {
  readonly group: CommitGroup;
  readonly words: CommitWords;
}

/** Returns the commits that would be made of actions. */
export function previewCommits(
  actions: readonly ActionReport[],
  policy: PolicyCommits,
  runId: string,
): readonly CommitReport[] {
  return planCommits(actions, policy, runId).map((one) => reportOf(one, null));
}

function planCommits(
  actions: readonly ActionReport[],
  policy: PolicyCommits,
  runId: string,
): readonly PlannedCommit[] {
  const taken = new Set<string>();
  return groupActions(actions, policy.per, runId).map((group) => {
    const words = commitWords(group, policy, originOfRun(runId));
    return { group, words: { ...words, branch: words.branch && freeName(words.branch, taken) } };
  });
}

/** Two groups may come to one name, because not every character may stand in it. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}

function reportOf(
  { group, words }: PlannedCommit,
  current: string | null,
  sha?: string,
): CommitReport {
  return {
    ...definedOnly({ sha }),
    branch: words.branch ?? current,
    group: group.name,
    subject: words.subject,
    actions: group.actions.map(({ id }) => id),
    files: [...filesOf(group.actions)],
  };
}

/**
 * Makes the commits that a policy wants of the actions that a run has applied. Every one that is missing is an alert.
 */
export async function commitActions(
  actions: readonly CommittedAction[],
  policy: PolicyCommits,
  run: CommittingRun,
): Promise<MadeCommits> {
  const known = actions.filter(({ changes }) => changes.length > 0);
  const foreign = actions.filter(({ changes }) => changes.length === 0);
  const alerts = foreign.map(({ report: { label } }) =>
    alertOf(
      `\`${label}\` is in no commit: code of the recipe applied it, and its files are unknown.`,
    ),
  );
  const planned = planCommits(
    known.map(({ report }) => report),
    policy,
    run.id,
  );
  if (planned.length === 0) return { commits: [], alerts };
  const { author: identity, sign } = policy;
  const made = await tryCommits(planned, known, { ...run, identity, sign });
  return { commits: made.commits, alerts: [...alerts, ...made.alerts] };
}

async function tryCommits(
  planned: readonly PlannedCommit[],
  actions: readonly CommittedAction[],
  run: CommittingRun,
): Promise<MadeCommits> {
  if (planned.length > INPUT_LIMITS.commits)
    return nothing(`There would be ${planned.length} commits, more than ${INPUT_LIMITS.commits}`);
  const place = await openCommitPlace(run.root, run.env);
  if ("message" in place) return nothing(place.message.replace(/\.$/, ""));
  const moved = movedText(run.start, place);
  if (moved !== undefined) return nothing(moved);
  try {
    const { files, contentOf } = await writtenBy(actions, place, run.findText);
    const wanted = planned.map(
      ({ group, words }): WantedCommit => ({ ...words, ...contentOf(group.actions) }),
    );
    const outcomes = await makeCommits(wanted, files, place, run);
    const commits: CommitReport[] = [];
    const alerts: Alert[] = [];
    for (const [index, one] of planned.entries()) {
      const outcome = outcomes[index];
      if (outcome?.kind === "made") commits.push(reportOf(one, place.branch, outcome.sha));
      if (outcome?.kind === "refused") alerts.push(refusedAlert(one, outcome.why));
    }
    return { commits, alerts };
  } catch (error) {
    return nothing(messageOf(error));
  }
}

function refusedAlert({ group, words }: PlannedCommit, why: string): Alert {
  const what = `${countOf(group.actions.length, "action")} of \`${group.name}\``;
  return alertOf(`No commit of ${what} was made (${words.subject}): ${why}.`);
}

/** The outcome if no commit is made at all. */
export function nothing(why: string): MadeCommits {
  const rest = "What was applied stays in the work tree.";
  return { commits: [], alerts: [alertOf(`No commit was made: ${why}. ${rest}`)] };
}

function alertOf(message: string): Alert {
  return { level: "error", code: "not-committed", message };
}
