import { ForgeFault } from "../forge/forge.ts";
import type { OwnPull, PullForge } from "../forge/pulls.ts";
import type { PolicyPublish } from "../model/policy/publish.ts";
import type { PullReport } from "../model/report/report.ts";
import type { PublishGroup } from "./groups.ts";
import type { TellHeld } from "./held-comment.ts";
import { type PullMark, readMark } from "./pull-mark.ts";

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
export type MadeBranch = { readonly tip: string } | { readonly why: string };

/** The things that a writer needs. */
export interface WritingContext {
  readonly forge: PullForge;
  readonly policy: PolicyPublish;
  readonly base: string;
  /** Makes the commits of groups; of one that fails, why. */
  readonly make: (groups: readonly PublishGroup[]) => Promise<ReadonlyMap<string, MadeBranch>>;
  /** Pushes a commit to a branch that ends in `expected`, or does not exist. Returns why it was not pushed. */
  readonly push: (
    branch: string,
    tip: string,
    expected: string | undefined,
  ) => Promise<string | undefined>;
  /** Returns the text of a body. */
  readonly bodyOf: (group: PublishGroup, mark: Pick<PullMark, "tip" | "isOpening">) => string;
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
  const pushed = async (group: PublishGroup, expected: string | undefined) => {
    await prepare([group]);
    const branch = made.get(group.branch) ?? { why: "its commits were not made" };
    if ("why" in branch) return branch;
    const why =
      branch.tip === expected ? undefined : await push(group.branch, branch.tip, expected);
    return why === undefined ? branch : { why };
  };
  const isOpening =
    policy.labels.length > 0 || hasReviewers(policy) || policy.autoMerge !== "never";
  return {
    prepare,
    async open(group, expected) {
      const branch = await pushed(group, expected);
      if ("why" in branch) return { state: "failed", why: branch.why };
      const { tip } = branch;
      const body = bodyOf(group, { tip, isOpening });
      const isDraft = policy.draft !== "never";
      const opened = { title: group.title, body, base, branch: group.branch, isDraft };
      const pull = await forge.open(opened);
      const mark = readMark(pull.body);
      if (mark?.tip !== tip || mark.content !== group.content) await forge.update(pull, { body });
      const why = isOpening ? await endOpening(group, { ...pull, body }, tip, context) : undefined;
      await tellHeld(group, pull, tip);
      return { state: "opened", ...placeOf(pull, tip), ...(why && { why }) };
    },
    async refresh(group, pull, expected) {
      const branch = await pushed(group, expected);
      if ("why" in branch) return { state: "failed", ...placeOf(pull, expected), why: branch.why };
      const { tip } = branch;
      const wasOpening = readMark(pull.body)?.isOpening === true;
      const body = bodyOf(group, { tip, isOpening: wasOpening });
      await forge.update(pull, { title: group.title, body });
      const why = wasOpening ? await endOpening(group, { ...pull, body }, tip, context) : undefined;
      await tellHeld(group, pull, tip);
      return { state: "refreshed", ...placeOf(pull, tip), ...(why && { why }) };
    },
    async keep(group, pull) {
      const { tip = pull.head, isOpening: isUnfinished = false } = readMark(pull.body) ?? {};
      const body = bodyOf(group, { tip, isOpening: isUnfinished });
      const isSame = withoutDigests(body) === withoutDigests(pull.body);
      if (!isSame && !isUnfinished) await forge.update(pull, { body });
      const why = isUnfinished ? await endOpening(group, pull, tip, context) : undefined;
      await setDraft(pull, context);
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

/** The most people and teams that are asked for one pull request; GitHub takes fifteen. */
const MOST_REVIEWERS = 15;

/**
 * Sets labels, asks reviewers and asks for the merge, each only if it is missing; then the mark says that it is done.
 * Returns a clause about those that the forge did not take.
 */
async function endOpening(
  group: PublishGroup,
  pull: OwnPull,
  tip: string,
  { forge, policy, bodyOf }: WritingContext,
): Promise<string | undefined> {
  const labels = policy.labels.filter((label) => !pull.labels.includes(label));
  if (labels.length > 0) await forge.addLabels(pull, labels);
  const wanted = policy.reviewers === "owners" ? group.owners : policy.reviewers;
  const people = wanted.filter((name) => !pull.reviewers.includes(name)).slice(0, MOST_REVIEWERS);
  const refused = people.length > 0 ? await forge.askReviewers(pull, people) : [];
  const unmerged = pull.mergesItself ? undefined : await whyNotMerged(pull, tip, { forge, policy });
  await forge.update(pull, { body: bodyOf(group, { tip, isOpening: false }) });
  const unasked = refused.map(({ name, why }) => `${name} (${why})`).join(", ");
  const notes = [unasked === "" ? "" : `not asked: ${unasked}`, unmerged ?? ""];
  return notes.filter((note) => note !== "").join("; ") || undefined;
}

/** Asks for the merge. The forge may not offer it: then a person merges, which is no failure. */
async function whyNotMerged(
  pull: OwnPull,
  tip: string,
  { forge, policy }: Pick<WritingContext, "forge" | "policy">,
): Promise<string | undefined> {
  if (policy.autoMerge === "never") return undefined;
  try {
    await forge.mergeWhenGreen({ ...pull, head: tip });
    return undefined;
  } catch (error) {
    if (!(error instanceof ForgeFault) || error.kind !== "refused") throw error;
    return `it does not merge itself: ${error.message.replace(/\.$/, "")}`;
  }
}

/** With `whileChecksFail`, a pull request is a draft until its checks succeed, and again when one fails. */
async function setDraft(pull: OwnPull, { forge, policy }: WritingContext): Promise<void> {
  if (policy.draft !== "whileChecksFail") return;
  if (pull.isDraft && pull.checks === "success") await forge.setDraft(pull, false);
  if (!pull.isDraft && pull.checks === "failure") await forge.setDraft(pull, true);
}

/** Returns a body without what changes with every plan: that alone is no reason to write it. */
function withoutDigests(body: string): string {
  return body
    .replace(/[0-9a-f]{64}/g, "")
    .replace(/\r\n/g, "\n")
    .trimEnd();
}
