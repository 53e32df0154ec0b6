import type { OwnPull } from "../forge/pulls.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { PullReport } from "../model/report/report.ts";
import { endOpening, type OpeningContext } from "./end-opening.ts";
import type { PublishGroup } from "./groups.ts";
import type { TellHeld } from "./held-comment.ts";
import { type MovingContext, moveBranch } from "./move-branch.ts";
import { readMark } from "./pull-mark.ts";

/** The outcome for one group: its state, and what the forge says of its pull request. */
export type StepOutcome = Pick<PullReport, "state"> & Partial<PullReport>;

/** Writes what was decided for one pull request. Every function may throw a `ForgeFault`. */
export interface PullWriter {
  /** Makes the commits of groups that will be written. */
  prepare(groups: readonly PublishGroup[]): Promise<void>;
  open(group: PublishGroup, expected: string | undefined): Promise<StepOutcome>;
  refresh(group: PublishGroup, pull: OwnPull, expected: string): Promise<StepOutcome>;
  /** Brings text and state of one in order whose branch stays. */
  keep(group: PublishGroup, pull: OwnPull): Promise<StepOutcome>;
  close(pull: OwnPull): Promise<StepOutcome>;
}

/** A branch that was made, or why it was not. */
export type MadeBranch =
  | { readonly tip: string }
  | { readonly state: "empty" | "failed"; readonly why: string };

/** The things that a writer needs. */
export interface WritingContext extends OpeningContext, MovingContext {
  readonly base: string;
  /** Makes the commits of groups; of one that fails, why. */
  readonly make: (groups: readonly PublishGroup[]) => Promise<ReadonlyMap<string, MadeBranch>>;
  readonly tellHeld: TellHeld;
  /** Returns the text of one of which nothing is left. */
  readonly closedBodyOf: (pull: OwnPull) => string;
}

/** Returns a writer that writes. */
export function openPullWriter(context: WritingContext): PullWriter {
  const { forge, policy, base, push, bodyOf, tellHeld } = context;
  const made = new Map<string, MadeBranch>();
  const prepare = async (groups: readonly PublishGroup[]) => {
    const missing = groups.filter(({ branch }) => !made.has(branch));
    if (missing.length === 0) return;
    for (const [branch, outcome] of await context.make(missing)) made.set(branch, outcome);
  };
  const branchOf = async (group: PublishGroup) => {
    await prepare([group]);
    return made.get(group.branch) ?? NOT_MADE;
  };
  const hasMore = policy.labels.length > 0 || hasReviewers(policy) || policy.autoMerge !== "never";
  return {
    prepare,
    async open(group, expected) {
      const branch = await branchOf(group);
      if ("why" in branch) return branch;
      const { tip } = branch;
      const unpushed = tip === expected ? undefined : await push(group.branch, tip, expected);
      if (unpushed !== undefined)
        return { state: unpushed.kind === "stale" ? "taken" : "failed", why: unpushed.why };
      const body = bodyOf(group, { tip, missing: hasMore ? "opening" : undefined });
      const isDraft = policy.draft !== "never";
      const opened = { title: group.title, body, base, branch: group.branch, isDraft };
      const pull = await forge.open(opened);
      const mark = readMark(pull.body);
      if (mark?.tip !== tip || mark.content !== group.content) await forge.update(pull, { body });
      const why = hasMore ? await endOpening(group, { ...pull, body }, tip, context) : undefined;
      await tellHeld(group, pull, tip);
      return { state: "opened", ...placeOf(pull, tip), ...(why && { why }) };
    },
    async refresh(group, pull, expected) {
      const branch = await branchOf(group);
      if ("why" in branch) return { ...placeOf(pull, expected), ...branch };
      const { tip } = branch;
      const commits = { tip, expected };
      const unpushed =
        tip === expected ? undefined : await moveBranch(group, pull, commits, context);
      if (unpushed !== undefined) {
        const state = unpushed.kind === "stale" ? "left" : "failed";
        return { state, ...placeOf(pull), why: unpushed.why };
      }
      const missing = readMark(pull.body)?.missing;
      const body = bodyOf(group, { tip, missing });
      await forge.update(pull, { title: group.title, body });
      const why =
        missing === "opening"
          ? await endOpening(group, { ...pull, body }, tip, context)
          : undefined;
      await tellHeld(group, pull, tip);
      return { state: "refreshed", ...placeOf(pull, tip), ...(why && { why }) };
    },
    async keep(group, pull) {
      const { tip = pull.head, missing } = readMark(pull.body) ?? {};
      const isSame = withoutDigests(bodyOf(group, { tip, missing })) === withoutDigests(pull.body);
      const isDraft = await setDraft(pull, context);
      const now = { ...pull, isDraft };
      const isReady = missing === "merging" && !isDraft;
      if (!isSame && missing !== "opening" && !isReady)
        await forge.update(pull, { body: bodyOf(group, { tip, missing }) });
      const why =
        missing === "opening" || isReady ? await endOpening(group, now, tip, context) : undefined;
      await tellHeld(group, pull, tip);
      return { state: "kept", ...placeOf(pull, tip), ...(why && { why }) };
    },
    async close(pull) {
      await forge.update(pull, { body: context.closedBodyOf(pull), state: "closed" });
      return { state: "closed", ...placeOf(pull), why: EMPTY };
    },
  };
}

const EMPTY = "nothing is left of it";
const NOT_MADE = { state: "failed", why: "its commits were not made" } as const;

/** Returns a writer that writes nothing, and says what would be written. */
export function openDryWriter(): PullWriter {
  return {
    prepare: async () => undefined,
    open: async () => ({ state: "opened", isPlanned: true }),
    refresh: async (_group, pull) => ({ state: "refreshed", isPlanned: true, ...placeOf(pull) }),
    keep: async (_group, pull) => ({ state: "kept", ...placeOf(pull, pull.head) }),
    close: async (pull) => ({ state: "closed", isPlanned: true, ...placeOf(pull), why: EMPTY }),
  };
}

function placeOf({ number, url }: OwnPull, commit?: string): Partial<PullReport> {
  return { number, url, ...(commit === undefined ? {} : { commit }) };
}

function hasReviewers({ reviewers }: PolicyPublish): boolean {
  return reviewers === "owners" || reviewers.length > 0;
}

/**
 * With `whileChecksFail`, a pull request is a draft until its checks succeed, and again when one fails. Returns true if
 * it is a draft now.
 */
async function setDraft(pull: OwnPull, { forge, policy }: WritingContext): Promise<boolean> {
  const wanted = { success: false, failure: true } as const;
  const isDraft =
    policy.draft === "whileChecksFail" && (pull.checks === "success" || pull.checks === "failure")
      ? wanted[pull.checks]
      : pull.isDraft;
  if (isDraft !== pull.isDraft) await forge.setDraft(pull, isDraft);
  return isDraft;
}

/** Returns a body without what changes with every plan: that alone is no reason to write it. */
function withoutDigests(body: string): string {
  return body
    .replace(/[0-9a-f]{64}/g, "")
    .replace(/\r\n/g, "\n")
    .trimEnd();
}
