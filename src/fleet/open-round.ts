import { clearFleetFolder } from "../apply/state/fleet-folder.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { FleetRepository } from "../model/fleet/fleet.ts";
import type { FleetRow, ListedRepository } from "../model/fleet/fleet-round.ts";
import { type FleetState, isFinal } from "../model/fleet/fleet-state.ts";
import { countOf } from "../shared/count-of.ts";
import { definedOnly } from "../shared/defined-only.ts";
import type { FleetRequest } from "./fleet-request.ts";
import { jobDigest } from "./job/job-digest.ts";
import { Ledger } from "./ledger/ledger.ts";
import { type LedgerReading, readLedger } from "./ledger/read-ledger.ts";
import { isKept } from "./ledger/results.ts";
import { unknownName } from "./unknown-name.ts";

/** A round that is to be worked on. */
export interface OpenRound {
  readonly ledger: Ledger;
  /** The repositories to work on. */
  readonly todo: readonly FleetRepository[];
  /** The commits that were fetched before the round was cut off, by name. */
  readonly known: ReadonlyMap<string, string>;
  /** Why a part of the ledger does not count, as sentences. */
  readonly warnings: readonly string[];
}

/** What a round is opened for. */
export interface RoundRequest extends Pick<FleetRequest, "resume" | "failedOnly" | "only"> {
  /** The state folder, which this process has locked. */
  readonly folder: string;
  /** The digest of the fleet. */
  readonly fleet: string;
  readonly repositories: readonly FleetRepository[];
  readonly now: () => number;
}

/** Begins a round, or goes on with the last one. Returns why that cannot be. */
export async function openRound(
  request: RoundRequest,
): Promise<OpenRound | { readonly fault: Diagnostic }> {
  const { folder, repositories, only } = request;
  const unknown = unknownName(only, repositories);
  if (unknown !== undefined) return { fault: unknown };
  const chosen =
    only.length === 0 ? repositories : repositories.filter(({ name }) => only.includes(name));
  const isNew = !request.resume && !request.failedOnly;
  const reading = isNew ? await readLast(folder) : await readLedger(folder);
  if (isNew) return beginRound(request, chosen, (reading?.round?.round ?? 0) + 1);
  if (reading?.round === undefined) {
    if (!request.failedOnly) return beginRound(request, chosen, 1); // Killed before it began.
    return { fault: invalid("There is no round with failures.", "Run it without --failed-only.") };
  }
  if (reading.round.fleet !== request.fleet) return { fault: OTHER_FLEET };
  return resumeRound(request, chosen, reading);
}

/** A ledger that cannot be read has no last round. */
async function readLast(folder: string): Promise<LedgerReading | undefined> {
  return readLedger(folder).catch(() => undefined);
}

async function beginRound(
  { folder, fleet, now }: RoundRequest,
  chosen: readonly FleetRepository[],
  round: number,
): Promise<OpenRound> {
  const ledger = await Ledger.begin(
    folder,
    { round, fleet, repositories: chosen.map((each) => listedOf(fleet, each)) },
    now,
  );
  await clearFleetFolder(folder); // No result of an earlier round is taken for one of this.
  return { ledger, todo: chosen, known: new Map(), warnings: [] };
}

async function resumeRound(
  { folder, fleet, failedOnly, repositories, only, now }: RoundRequest,
  chosen: readonly FleetRepository[],
  reading: LedgerReading,
): Promise<OpenRound> {
  const ledger = await Ledger.resume(folder, reading, now);
  const rows = () => ledger.round.rows;
  const listed = chosen.map((each) => listedOf(fleet, each));
  const changed = listed.filter(
    ({ name, job }) => (rows().get(name)?.repository.job ?? job) !== job,
  );
  const added = failedOnly ? [] : listed.filter(({ name }) => isGone(rows().get(name)));
  if (changed.length + added.length > 0) await ledger.join([...changed, ...added]);
  const names = new Set(repositories.map(({ name }) => name));
  for (const [name, row] of rows())
    if (only.length === 0 && !names.has(name) && !isGone(row) && !HAS_PULLS.includes(row.state))
      await ledger.move(name, { state: "skipped", reason: REMOVED });
  const lost = failedOnly ? 0 : await queueLost(folder, ledger, chosen);
  const again = new Set(changed.map(({ name }) => name));
  const todo = chosen.filter(({ name }) => again.has(name) || isToDo(rows().get(name), failedOnly));
  const known = new Map(
    todo.flatMap(({ name }) => {
      const { commit, state } = rows().get(name) ?? {};
      return commit === undefined || state === "failed" ? [] : [[name, commit] as const];
    }),
  );
  if (failedOnly) for (const { name } of todo) await ledger.move(name, { state: "queued" });
  const { damagedLine } = reading;
  const warnings = damagedLine === undefined ? [] : [damaged(damagedLine)];
  const numberOf = (count: number) => countOf(count, "repository", "repositories");
  if (lost > 0) warnings.push(`The kept plan or result of ${numberOf(lost)} ${LOST}`);
  if (again.size > 0) warnings.push(`The entry of ${numberOf(again.size)} ${CHANGED}`);
  return { ledger, todo, known, warnings };
}

const LOST = "is gone, or was changed: they are looked at again.";
const CHANGED = "has another address, ref, paths or inputs: they are looked at again.";

/** Queues repositories whose results the ledger believes, and which are not there. Returns their number. */
async function queueLost(
  folder: string,
  ledger: Ledger,
  chosen: readonly FleetRepository[],
): Promise<number> {
  let lost = 0;
  for (const { name } of chosen) {
    const row = ledger.round.rows.get(name);
    if (row?.state !== "planned" && row?.state !== "previewed") continue;
    if (await isKept(folder, row)) continue;
    await ledger.move(name, { state: "queued", commit: row.commit, pulls: row.pulls });
    lost += 1;
  }
  return lost;
}

/** The states of repositories whose pull requests stay on their forge, whatever the fleet file says. */
const HAS_PULLS: readonly FleetState[] = ["published", "merged"];

const REMOVED = { code: "removed", message: "The fleet file no longer lists it." };

/** True of a repository that the round does not have, or no longer. */
function isGone(row: FleetRow | undefined): boolean {
  return row === undefined || row.reason?.code === REMOVED.code;
}

function isToDo(row: FleetRow | undefined, failedOnly: boolean): boolean {
  if (row === undefined) return false;
  return failedOnly ? row.state === "failed" : !isFinal(row.state);
}

/** Returns a repository as a ledger has it; `fleet` is the digest of the fleet. */
export function listedOf(fleet: string, repository: FleetRepository): ListedRepository {
  const { name, source, ref, entry } = repository;
  return { name, source, entry, job: jobDigest(fleet, repository), ...definedOnly({ ref }) };
}

function damaged(line: number): string {
  return (
    `Line ${line} of the ledger is damaged, and what follows it does not count: ` +
    "the states that it noted are found again."
  );
}

const OTHER_FLEET = invalid(
  "The recipes, the policy, the inputs or the version of Sluice have changed since the round began.",
  "Begin a new round, without --resume.",
);

function invalid(message: string, hint: string): Diagnostic {
  return { code: "invalid-option", severity: "error", message, hint };
}
