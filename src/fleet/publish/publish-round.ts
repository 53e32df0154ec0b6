import type { ForgeFault } from "../../forge/forge.ts";
import type { FleetRow } from "../../model/fleet/fleet-round.ts";
import type { Ledger, Transition } from "../ledger/ledger.ts";

/** The plans of a round, and how each is published. */
export interface PublishWork {
  readonly ledger: Ledger;
  /** The repositories that may be published, in order. */
  readonly names: readonly string[];
  readonly publish: PublishOne;
  readonly signal: AbortSignal;
  readonly onRow: (row: FleetRow) => void;
}

/** Publishes the plan of a row. Returns its new state, and the fault after which no other is published. */
export type PublishOne = (row: FleetRow) => Promise<PublishedOne>;

export interface PublishedOne {
  /** Undefined if it was stopped. */
  readonly transition: Transition | undefined;
  readonly end?: ForgeFault | undefined;
}

/** How a publication ended. */
export interface PublishEnd {
  readonly failed: number;
  /** The number of plans that were not published, and are by a later run. */
  readonly undone: number;
  /** Why, as a sentence. */
  readonly why?: string | undefined;
}

/**
 * Publishes the plans of a round, one after the other: forges limit the rate of an account. What a run that was cut off
 * has done is found again on the forge, so that no pull request is opened twice (P2).
 */
export async function publishRound({
  ledger,
  names,
  publish,
  signal,
  onRow,
}: PublishWork): Promise<PublishEnd> {
  const planned = names.filter((name) => ledger.round.rows.get(name)?.state === "planned");
  let failed = 0;
  for (const [at, name] of planned.entries()) {
    const row = ledger.round.rows.get(name);
    if (row === undefined || signal.aborted) return { failed, undone: planned.length - at };
    await ledger.move(name, { state: "planned", reason: PUBLISHING });
    const { transition, end } = await publish(row);
    if (transition === undefined) return { failed, undone: planned.length - at };
    await ledger.move(name, transition);
    const now = ledger.round.rows.get(name);
    if (now !== undefined) onRow(now);
    if (transition.state === "failed") failed += 1;
    if (end !== undefined) return { failed, undone: planned.length - at, why: end.message };
  }
  return { failed, undone: 0 };
}

const PUBLISHING = { code: "publishing", message: "Its pull requests are being written." };
