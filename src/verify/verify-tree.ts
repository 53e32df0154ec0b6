import { dirname } from "node:path";
import { makeNamedScratchTree } from "../apply/disk/scratch-tree.ts";
import { LoadingStopped } from "../config/sources/loading-stop.ts";
import { type OpenedSources, openSources } from "../config/sources/open-sources.ts";
import { compareCommit } from "../git/compared/compare-commit.ts";
import { GitError } from "../git/git-error.ts";
import { OwnershipError } from "../git/ownership-error.ts";
import type { Alert } from "../model/alert.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { exitOf } from "../model/exit-code.ts";
import type { LeftoverReport, Report, VerifiedReport } from "../model/report/report.ts";
import type { RunWorld, VerifyRequest } from "../request/request.ts";
import { executeRun } from "../run/execute-run.ts";
import { findRootFault } from "../tree/find-root-fault.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { findAccepted, unprovedAlert } from "./find-accepted.ts";
import { findLeftovers, stagedLeftover } from "./find-leftovers.ts";
import { judgingRun } from "./judge-leftovers.ts";
import { readDifferences } from "./read-differences.ts";
import { listingOfCommit, treeBefore } from "./tree-before.ts";
import { hiddenAlerts, isUnaccepted, stillStaged, unjudgedAlerts, verdictsOf } from "./verdicts.ts";
import type { Leftover } from "./verified-tree.ts";

/**
 * `sluice verify`: names every difference of the work tree from a base that no accepted action makes (V4), and has the
 * policy of the base judge it as the patch of a model. Writes nothing, unless the request takes back what is refused.
 */
export async function verifyTree(request: VerifyRequest, world: RunWorld): Promise<Report> {
  const tree = await findVerified(request, world);
  if ("diagnostics" in tree) return refused(request, world, tree.diagnostics);
  const { base, accepted, left, alerts } = tree;
  const judging = judgingRun(left, { ...request, base }, tree.world);
  const { report } = await executeRun(...judging);
  if (report.outcome === "invalid") return report;
  const named = verdictsOf(left, report);
  const told = [...alerts, ...unjudgedAlerts(named)];
  for (const alert of told) world.emit({ type: "alert", alert });
  const judged = { ...report, alerts: [...report.alerts, ...told] };
  const found = { base, accepted, left: named };
  if (!request.reverts || !named.some(isUnaccepted)) return verified(judged, found, request);
  const { revertLeftovers } = await import("./revert-leftovers.ts"); // Few calls write.
  const reverted = await revertLeftovers({ left, named }, judged, { request, world });
  const back = new Set(
    reverted.named.flatMap((one) => (one.isReverted === true ? [one.path] : [])),
  );
  const staged = tree.staged.filter((path) => back.has(path)).map(stillStaged);
  return verified(reverted.report, { ...found, left: [...reverted.named, ...staged] }, request);
}

/** The differences of a tree that are to be judged. */
interface FoundTree {
  readonly base: string;
  readonly accepted: number;
  readonly left: readonly Leftover[];
  /** Paths at which the index is not as the base. */
  readonly staged: readonly string[];
  /** With the files of the base. */
  readonly world: RunWorld;
  readonly alerts: readonly Alert[];
}

type Refused = { readonly diagnostics: readonly Diagnostic[] };

async function findVerified(request: VerifyRequest, world: RunWorld): Promise<FoundTree | Refused> {
  const { root, faults = [] } = request;
  if (faults.length > 0) return { diagnostics: faults };
  const rootFault = await findRootFault(root);
  if (rootFault !== undefined) return { diagnostics: [rootFault] };
  const signal = AbortSignal.any([world.interrupted, world.timedOut]);
  try {
    const sources = await openSources(request, world, signal);
    const base = baseOf(sources);
    if (typeof base !== "string") return { diagnostics: [base] };
    return await findLeft({ request, world, sources, base, signal });
  } catch (error) {
    if (signal.aborted || error instanceof LoadingStopped) return { diagnostics: [] };
    if (!(error instanceof GitError || error instanceof OwnershipError)) throw error;
    const message = `The tree cannot be compared: ${error.message.trim()}`;
    return { diagnostics: [{ code: "invalid-root", severity: "error", message }] };
  }
}

/** The tree of a request, its base, and the files that configure the judgement. */
interface Comparing {
  readonly request: VerifyRequest;
  readonly world: RunWorld;
  readonly sources: OpenedSources;
  readonly base: string;
  readonly signal: AbortSignal;
}

async function findLeft(comparing: Comparing): Promise<FoundTree | Refused> {
  const { request, world, sources, base, signal } = comparing;
  const { tree, differences } = await compareTree(comparing);
  const here = startGitListing(request.root, world.env, { signal, isLater: true });
  const inBase: RunWorld = { ...world, listing: listingOfCommit(tree.paths, here) };
  const changes = await findAccepted({
    request: { ...request, base },
    differences,
    sources,
    signal,
    derive: executeRun,
    world: { ...inBase, treeBefore: treeBefore(differences), keepsCache: false },
  });
  if (changes.kind === "invalid") return { diagnostics: changes.diagnostics };
  const isProved = changes.kind === "accepted";
  const parted = findLeftovers(differences, isProved ? changes.texts : new Map());
  const alerts = [...(isProved ? [] : [unprovedAlert(changes.why)]), ...hiddenAlerts(tree)];
  const left = [...parted.left, ...tree.staged.unseen.map(stagedLeftover)];
  return { base, ...parted, left, staged: tree.staged.all, world: inBase, alerts };
}

async function compareTree({ request: { root }, world, base, signal }: Comparing) {
  const { env, self } = world;
  const scratch = await makeNamedScratchTree(self, "verify");
  try {
    const tree = await compareCommit(root, base, { env, signal, scratch: dirname(scratch.index) });
    const differences = await readDifferences(tree, { root, commit: base, env, signal });
    return { tree, differences };
  } finally {
    await scratch.remove();
  }
}

/** A policy that the agent could have edited judges nothing: the base is required. */
function baseOf(sources: OpenedSources): string | Diagnostic {
  if (sources.kind === "refused") return sources.fault;
  const { mode, base } = sources.trust;
  if (mode === "base" && base !== null) return base;
  const message = "`verify` compares the tree with a base, and believes only that.";
  return {
    code: "invalid-option",
    severity: "error",
    message,
    hint: "Leave --trust out, and name the base with --base REF.",
  };
}

/** Returns the report with what was found: refused if something is discarded or cannot be judged, otherwise held. */
function verified(
  report: Report,
  found: VerifiedReport,
  { exitZero }: Pick<VerifyRequest, "exitZero">,
): Report {
  const left = found.left.filter(({ isReverted }) => isReverted !== true);
  const has = (is: (one: LeftoverReport) => boolean) => left.some(is);
  const findings = {
    failed:
      report.outcome === "failed" ||
      has(({ verdict }) => verdict === undefined || verdict === "discard"),
    held: has(({ verdict }) => verdict === "hold"),
  };
  const isOver =
    report.outcome !== "ok" && report.outcome !== "failed" && report.outcome !== "held";
  const exit = isOver ? {} : exitOf(findings, { exitZero });
  return { ...report, ...exit, verified: found };
}

async function refused(
  request: VerifyRequest,
  world: RunWorld,
  faults: readonly Diagnostic[],
): Promise<Report> {
  const { report } = await executeRun(
    { ...request, base: undefined, trust: "none", faults, recipes: [] },
    world,
  );
  return report;
}
