import { afterEach, describe, expect, it } from "vitest";
import { Ledger } from "../../src/fleet/ledger/ledger.ts";
import { LEDGER_FILE, readLedger } from "../../src/fleet/ledger/read-ledger.ts";
import { runRound } from "../../src/fleet/run-round.ts";
import type { JobResult, RunFleetJob } from "../../src/model/fleet/fleet-job.ts";
import { fail, heal, onDiskChange } from "../support/fault-hook.ts";
import { tempFolder } from "../support/temp-tree.ts";

afterEach(heal);

const FLEET = "f".repeat(64);
const NAMES = ["a", "b", "c", "d"];

function resultOf(repository: string, state: JobResult["state"]): JobResult {
  return { version: 1, fleet: FLEET, repository, commit: null, state, took: {} };
}

async function round(
  runJob: RunFleetJob,
  more: {
    readonly maxFailed?: number;
    readonly signal?: AbortSignal;
    readonly concurrency?: number;
  } = {},
) {
  const folder = tempFolder();
  const repositories = NAMES.map((name, entry) => ({
    ...{ name, entry, job: FLEET },
    source: { kind: "path", path: `/${name}` } as const,
  }));
  const ledger = await Ledger.begin(folder, { round: 1, fleet: FLEET, repositories }, () => 0);
  const kept: string[] = [];
  const shown: string[] = [];
  const end = await runRound({
    ...{ ledger, names: NAMES, runJob, concurrency: 2, maxFailed: Number.POSITIVE_INFINITY },
    signal: new AbortController().signal,
    keep: async ({ repository }) => void kept.push(repository),
    onRow: ({ repository, state }) => shown.push(`${repository.name} ${state}`),
    ...more,
  }).catch((error: unknown) => ({ error }));
  await ledger.close();
  const rows = (await readLedger(folder))?.round?.rows ?? new Map();
  const states = [...rows.values()].map((row) => `${row.repository.name} ${row.state}`);
  return { end, states, kept, shown };
}

describe("a round of a fleet", () => {
  it("H2 leaves each repository in exactly one state, and the fault of one is never another's", async () => {
    const { end, states, kept } = await round(async ({ repository }, tell) => {
      tell("cloned", "c".repeat(40));
      return resultOf(repository, repository === "b" ? "failed" : "planned");
    });
    expect(end).toEqual({ failed: 1, undone: 0 });
    expect(states).toEqual(["a planned", "b failed", "c planned", "d planned"]);
    expect(kept.sort()).toEqual(NAMES);
  });

  it("begins no other job after too many failures, and says how many it left", async () => {
    const { end, states } = await round(async ({ repository }) => resultOf(repository, "failed"), {
      maxFailed: 1,
      concurrency: 1,
    });
    expect(end).toEqual({ failed: 2, undone: 2 });
    expect(states).toEqual(["a failed", "b failed", "c queued", "d queued"]);
  });

  it("leaves jobs that a signal ends on their way", async () => {
    const stop = new AbortController();
    const { end, states } = await round(
      async ({ repository }, tell, signal) => {
        if (repository === "a") return resultOf(repository, "skipped");
        tell("cloned");
        stop.abort(130);
        signal.throwIfAborted();
        throw new Error("It was not stopped.");
      },
      { signal: stop.signal, concurrency: 1 },
    );
    expect(end).toEqual({ failed: 0, undone: 3 });
    expect(states).toEqual(["a skipped", "b cloned", "c queued", "d queued"]);
  });

  it("takes no final state from a job but that of its result", async () => {
    const { states } = await round(async ({ repository }, tell) => {
      tell("merged");
      tell("failed");
      return resultOf(repository, "previewed");
    });
    expect(states).toEqual(NAMES.map((name) => `${name} previewed`));
  });

  it("ends if a state cannot be noted, and shows nothing that is not on the disk", async () => {
    let writes = 0;
    const { end, states, shown } = await round(
      async ({ repository }) => {
        if (repository === "b")
          onDiskChange((point, path) => {
            if (point === "sync" && path.endsWith(LEDGER_FILE)) fail("ENOSPC", point, path);
            writes += 1;
          });
        return resultOf(repository, "planned");
      },
      { concurrency: 1 },
    );
    expect(end).toMatchObject({ error: { message: expect.stringContaining("ENOSPC") } });
    expect(writes).toBeGreaterThan(0);
    expect(shown).toEqual(["a planned"]);
    expect(states.slice(2)).toEqual(["c queued", "d queued"]);
  });

  it("rejects for a fault of its own code", async () => {
    const { end } = await round(async () => {
      throw new Error("broken");
    });
    expect(end).toMatchObject({ error: { message: "broken" } });
  });
});
