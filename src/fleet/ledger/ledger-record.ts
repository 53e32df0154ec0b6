import { z } from "zod";
import { FLEET_STATES } from "../../model/fleet/fleet-state.ts";
import { pullSchema } from "../../model/report/pull-schema.ts";
import type { DeepReadonly } from "../../model/report/report.ts";
import { once } from "../../shared/once.ts";

const count = () => z.int().min(1);
const digest = () => z.string().regex(/^[0-9a-f]{64}$/);
const name = () => z.string().min(1).max(1024);

/** The fields of every record. */
const common = () => ({
  /** From 1, one more each time: the order of records, whatever the clock says. */
  sequence: count(),
  /** ISO 8601. */
  at: z.string().max(64),
});

const listed = () =>
  z.strictObject({
    name: name(),
    source: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("path"), path: z.string().max(4096) }),
      z.strictObject({ kind: z.literal("url"), url: z.string().max(4096) }),
    ]),
    ref: z.string().max(4096).optional(),
    entry: z.int().min(0),
    job: digest(),
  });

/** The schema of a line of the ledger of a fleet. */
export const ledgerRecordSchema = once(() =>
  z.discriminatedUnion("kind", [
    /** The first record: a round begins, and every repository is queued. */
    z.strictObject({
      ...common(),
      kind: z.literal("round"),
      formatVersion: z.literal("1.0"),
      round: count(),
      fleet: digest(),
      repositories: z.array(listed()),
    }),
    /** Repositories that the fleet file has since, or has otherwise: they are queued. */
    z.strictObject({ ...common(), kind: z.literal("joined"), repositories: z.array(listed()) }),
    z.strictObject({
      ...common(),
      kind: z.literal("state"),
      repository: name(),
      state: z.enum(FLEET_STATES),
      reason: z
        .strictObject({ code: z.string().max(64), message: z.string().max(4096) })
        .optional(),
      commit: z.string().max(64).optional(),
      pulls: z.array(pullSchema).optional(),
    }),
  ]),
);

/** A line of the ledger of a fleet. */
export type LedgerRecord = DeepReadonly<z.infer<ReturnType<typeof ledgerRecordSchema>>>;

/** A record before it has its place in the ledger. */
export type NewRecord = LedgerRecord extends infer Kind
  ? Kind extends LedgerRecord
    ? Omit<Kind, "sequence" | "at">
    : never
  : never;
