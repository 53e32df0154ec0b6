import type { PastRun } from "../apply/state/read-run.ts";
import { readKnownResolved } from "../apply/state/resolved-actions.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { gitIn } from "../git/run-git.ts";
import { notPublishable } from "../landing/find-place.ts";
import type { OpenedPlan } from "../landing/open-plan.ts";
import type { Alert } from "../model/alert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Report } from "../model/report/report.ts";
import type { TextChange } from "../model/workspace.ts";
import { policyOfPlan } from "../plan/judge/commit-plan.ts";
import { configurationOf, type FoundChanges } from "../plan/judge/find-plan-changes.ts";
import { forgedFault } from "../plan/judge/plan-alerts.ts";
import type { PlanReporter } from "../plan/judge/plan-reporter.ts";
import { type BaseText, composeChanges } from "../plan-file/compose-changes.ts";
import { digestOfPolicy } from "../plan-file/digests.ts";
import type { PlannedAction } from "../plan-file/plan.ts";
import type { PublishRequest } from "../request/request.ts";
import { countOf } from "../shared/count-of.ts";
import { firstHashes } from "../tree/compare-tree.ts";
import { readNow } from "../tree/read-now.ts";

/**
 * Returns what a run did, on the commit and the texts that it began on: the files may be others by now. It was decided
 * then, and is not decided again: so the policy must be the same, and the whole tree trusted, as its record is there.
 */
export async function findRunChanges(
  past: PastRun,
  opened: OpenedPlan<PublishRequest>,
  reporter: PlanReporter,
): Promise<FoundChanges> {
  const { plan } = opened;
  const ended = (report: Report) => ({ kind: "ended", report }) as const;
  try {
    const fault = await findFault(opened, reporter);
    if (fault !== undefined) return ended(reporter.invalid([fault]));
    const applied = plan.actions.filter(({ state }) => state === "would-apply");
    const { bases, lost } = await textsBefore(applied, past, opened.request.root);
    if (lost !== undefined) return ended(reporter.invalid([lostText(lost)]));
    const composed = await composeChanges(applied, bases, { signal: reporter.signal });
    if (composed.kind === "forged") return ended(reporter.invalid([forgedFault(composed.fault)]));
    // All that was applied is there.
    if (composed.kind !== "composed") return ended(reporter.left(plan, { cause: "interrupted" }));
    const { actions, skipped, filesSearched, base } = plan;
    const alerts = [...(plan.alerts as readonly Alert[]), ...endedSince(past)]; // Codes that Sluice gave.
    const judged = { actions, skipped, filesSearched, alerts };
    const changes = withUnchanged(composed.changes, bases);
    return { kind: "ready", judged, changes, base: base.commit ?? "" };
  } catch (error) {
    if (!(error instanceof LoadingStopped)) throw error;
    return ended(reporter.left(plan, { cause: "interrupted" }));
  }
}

async function findFault(
  { plan, request, world, openSources }: OpenedPlan<PublishRequest>,
  reporter: PlanReporter,
): Promise<Diagnostic | undefined> {
  const sources = await openSources();
  reporter.configure(configurationOf(plan, request, sources));
  if (sources.kind === "refused") return sources.fault;
  if (sources.reader.trust.mode !== "all") return NEEDS_TRUST.fault;
  const policy = await policyOfPlan(plan, request, openSources);
  if (policy === undefined || digestOfPolicy(policy) !== plan.policy.sha256)
    return OTHER_POLICY.fault;
  const commit = plan.base.commit ?? "";
  const git = gitIn(request.root, world.env);
  const isHere = await git(["cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
  return isHere ? undefined : lostBase(commit).fault;
}

/** Finds the texts of files before their first action: in the record, or in a file that is as before again. */
async function textsBefore(
  applied: readonly PlannedAction[],
  { texts }: PastRun,
  root: string,
): Promise<{ readonly bases: ReadonlyMap<string, BaseText>; readonly lost?: string }> {
  const bases = new Map<string, BaseText>();
  for (const [path, hash] of firstHashes(applied)) {
    let text = hash === null ? undefined : texts.find(hash);
    if (hash !== null && text === undefined) {
      const now = (await readNow(root, [path])).get(path);
      if (now?.kind !== "text" || now.hash !== hash) return { bases, lost: path };
      text = now.text;
    }
    bases.set(path, { text, hash });
  }
  return { bases };
}

/** Adds the files that the actions together leave as they were: one alone may still be on a branch. */
function withUnchanged(
  changes: readonly TextChange[],
  bases: ReadonlyMap<string, BaseText>,
): readonly TextChange[] {
  const changed = new Set(changes.map(({ path }) => path));
  const others = [...bases].filter(([path]) => !changed.has(path));
  const unchanged = others.map(([path, { text = "", hash }]) => ({
    ...{ path, preHash: hash, postHash: hash },
    ...{ before: text, after: text, edits: [] },
  }));
  return [...changes, ...unchanged];
}

/** A person ended here what the run held; on the forge it waits as before. */
function endedSince({ folder }: PastRun): readonly Alert[] {
  const { length } = readKnownResolved(folder);
  if (length === 0) return [];
  const were = length === 1 ? "was" : "were";
  const message = `${countOf(length, "action")} that the run held ${were} ended here since, and ${were} not published.`;
  return [{ level: "warn", code: "changed-since", message }];
}

function lostText(path: string): Diagnostic {
  const message = `The run does not have the text of ${path} before it any longer.`;
  return notPublishable(message, "Run its recipes again on the commit that it began on.").fault;
}

function lostBase(commit: string) {
  const message = `The commit ${commit.slice(0, 12)}, which the run began on, is not in this repository.`;
  return notPublishable(message, "Fetch it with git, or run the recipes again.");
}

const NEEDS_TRUST = notPublishable(
  "A run is not derived again: it is published only if all of the tree is trusted.",
  "Leave --trust and --base out; or publish a plan, which is derived again.",
);

const OTHER_POLICY = notPublishable(
  "The policy is not the one that the run was decided by, or cannot be read.",
  "Bring it back as it was, or name it with --policy; or run the recipes again with the new one.",
);
