import type { OpenSearch, SearchOfRun } from "../../config/prepare/open-search.ts";
import type { PreparedRun } from "../../config/prepare/prepared-run.ts";
import {
  boundDiagnostics,
  type Diagnostic,
  hasErrors,
  MOST_DIAGNOSTICS,
} from "../../model/diagnostic.ts";
import type { GitListing } from "../../request/git-listing.ts";
import type { RunRequest, RunWorld } from "../../request/request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { redactor } from "../../shared/redact.ts";
import { stackOf } from "../../shared/stack-of.ts";
import type { OwnOutputs } from "../../tree/own-outputs.ts";
import type { NoWriting } from "../../tree/write/hold-lock.ts";
import { RunWriter } from "../../tree/write/run-writer.ts";
import type { Writing } from "../../tree/write/take-writing.ts";
import { hasChecks } from "../checks/checks-of.ts";
import { RunLedger } from "../state/run-ledger.ts";
import type { RunStop } from "../state/run-stop.ts";

/** The parts of a request that a run needs after its preparation. */
interface RunSettings
  extends Pick<
    RunRequest,
    | "root"
    | "command"
    | "cache"
    | "staged"
    | "lockTimeout"
    | "check"
    | "exitZero"
    | "why"
    | "maxActions"
  > {
  readonly ownOutputs: OwnOutputs;
}

/** A run whose request was read and checked. */
export interface CheckedRun {
  readonly settings: RunSettings;
  readonly world: RunWorld;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly listing: GitListing;
  readonly prepared: PreparedRun;
  readonly openSearch: (run: SearchOfRun) => Promise<OpenSearch>;
  readonly stop: RunStop;
}

/** A run that has its id, its ledger and, if it may write, its journal. */
export interface StartedRun extends CheckedRun {
  readonly id: string;
  readonly ledger: RunLedger;
  /** Removes the keys of models from what is reported. */
  readonly redact: <Value>(value: Value) => Value;
  readonly isValid: boolean;
  /** Another run held the lock for too long. */
  readonly isLocked: boolean;
  /** Undefined in a dry run, and if nothing is run. */
  readonly writing: Writing | undefined;
  readonly writer: RunWriter | undefined;
  /** Reports why nothing is run. Undefined if the recipes may run. */
  readonly refusal: (() => void) | undefined;
  /** Broken promises of our own code, as they were reported. */
  readonly faults: string[];
  /** Faults of the installation that ended the run. */
  readonly lacks: Diagnostic[];
}

/** True if nothing is wrong, so that the recipes may run. */
export function isRunnable({ diagnostics, isStopped }: PreparedRun): boolean {
  return !hasErrors(diagnostics) && isStopped !== true;
}

/** Starts a run: announces it, with every diagnostic. */
export function startRun(checked: CheckedRun, permit: Writing | NoWriting | undefined): StartedRun {
  const { settings, world, prepared, startedAt, stop } = checked;
  const writing = permit?.kind === "writing" ? permit : undefined;
  const wished = world.newRunId();
  const id = writing?.freeRunId(wished) ?? wished;
  const recipes = prepared.recipes.map(({ name }) => name);
  const { command } = settings;
  world.emit({ type: "run-started", runId: id, command, recipes });
  for (const diagnostic of boundDiagnostics(prepared.diagnostics, MOST_DIAGNOSTICS.shown))
    world.emit({ type: "diagnostic", diagnostic });
  const redact = redactor(prepared.models.secrets);
  const { policy } = prepared;
  const isWhole = policy?.transaction === "run" || settings.staged === true;
  const isLater = isWhole || hasChecks(policy, "run");
  const isSettled = writing === undefined || !isLater;
  const ledger = new RunLedger(world.emit, { isSettled, redact });
  const isValid = isRunnable(prepared);
  const started = new Date(startedAt).toISOString();
  const resumes = prepared.resumed?.id;
  const journal = writing?.journal({
    id,
    command,
    startedAt: started,
    recipes,
    ...definedOnly({ resumes }),
  });
  const refusal = refusalOf(isValid, permit, { ledger, stop });
  return {
    ...checked,
    id,
    ledger,
    redact,
    isValid,
    isLocked: permit?.kind === "locked",
    writing,
    writer: journal && new RunWriter(journal),
    refusal,
    faults: [],
    lacks: [],
  };
}

/** Reports as an event that a promise of our own code was broken, or that a package of it cannot be loaded. */
export async function reportFault(
  { world, faults, lacks }: StartedRun,
  error: unknown,
): Promise<void> {
  const { addonFault } = await import("../../shared/process/addon-fault.ts"); // Nearly no run has a fault.
  const addon = addonFault(error);
  if (addon !== undefined) {
    const diagnostic = { code: "engine-unavailable", severity: "error", ...addon } as const;
    lacks.push(diagnostic);
    world.emit({ type: "diagnostic", diagnostic });
    return;
  }
  const detail = stackOf(error);
  faults.push(detail);
  world.emit({ type: "fault", detail });
}

function refusalOf(
  isValid: boolean,
  permit: Writing | NoWriting | undefined,
  { ledger, stop }: Pick<StartedRun, "ledger" | "stop">,
): (() => void) | undefined {
  if (!isValid) return () => stop.leaveOut(); // Also the preparation may have been interrupted.
  if (permit === undefined || permit.kind === "writing") return undefined;
  const { kind, message } = permit;
  if (kind === "stopped") return () => stop.leaveOut();
  return () => ledger.alert({ level: kind === "locked" ? "warn" : "error", code: kind, message });
}
