import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Child, startChild } from "../faults/child-run.ts";
import { fleetOf } from "../support/fleet.ts";
import { tempFolder } from "../support/temp-tree.ts";

const EXPECTED = {
  app: "planned",
  old: "previewed",
  none: "skipped: no-text",
  missing: "failed: cannot-clone",
  web: "planned",
};

const REPOSITORIES = {
  app: { "src/a.ts": "console.log(1);\n" },
  old: { "a.ts": "// console.log\n" },
  none: { "a.ts": "x();\n" },
  web: { "b.ts": "console.log(2);\n" },
};

const ARGV = ["fleet", "run", "fleet.yaml", "--mirrors", "mirrors", "--concurrency", "1"];

function makeFleet() {
  const fleet = fleetOf(REPOSITORIES, { entries: Object.keys(EXPECTED) });
  const home = tempFolder();
  return {
    ...fleet,
    ledger: join(fleet.state, "ledger.jsonl"),
    start: (argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
      startChild(fleet.folder, [...ARGV, ...argv], { HOME: home, ...env }),
  };
}

/** The repositories of two tests have commits of other times. */
function changesOf(plan: string): unknown {
  return (JSON.parse(plan) as { readonly actions: unknown }).actions;
}

async function killedWhen(child: Child, holds: () => boolean): Promise<void> {
  let isOver = false;
  void child.outcome.then(() => {
    isOver = true;
  });
  while (!isOver && !holds()) await sleep(2);
  child.kill("SIGKILL");
  await child.outcome;
}

describe("a fleet that is killed", () => {
  let known:
    | { readonly plans: Readonly<Record<string, unknown>>; readonly points: number }
    | undefined;

  /** What a round that nobody kills leaves, and the number of its changes of the disk. */
  async function wholeRound() {
    if (known !== undefined) return known;
    const made = makeFleet();
    const { code, notice, stderr } = await made.start([], { FAULT_COUNT: "1" }).outcome;
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    known = {
      plans: { app: changesOf(made.planOf("app")), web: changesOf(made.planOf("web")) },
      points: Number(notice),
    };
    return known;
  }

  async function expectWhole(made: ReturnType<typeof makeFleet>) {
    const { code, stderr } = await made.start(["--resume"]).outcome;
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(await made.states()).toEqual(EXPECTED);
    const { plans } = await wholeRound();
    for (const [name, text] of Object.entries(plans))
      expect(changesOf(made.planOf(name))).toEqual(text);
    expect(existsSync(join(made.state, "lock"))).toBe(false);
  }

  it.each(["round", "cloned", "searched", "planned", "skipped", "failed"])(
    "H2 ends with each repository in one state after a kill at the first `%s`",
    async (word) => {
      const made = makeFleet();
      const isNoted = () =>
        existsSync(made.ledger) && readFileSync(made.ledger, "utf8").includes(`":"${word}"`);
      await killedWhen(made.start(), isNoted);
      expect(isNoted()).toBe(true);
      await expectWhole(made);
    },
  );

  it("H2 does so after a kill at changes of the disk all along the round", async () => {
    const { points } = await wholeRound();
    const made = makeFleet();
    expect(points).toBeGreaterThan(50);
    const step = Math.ceil(points / 10);
    for (let at = 1; at <= points; at += step) {
      rmSync(made.state, { recursive: true, force: true });
      const { signal } = await made.start([], { FAULT_AT: String(at) }).outcome;
      expect(signal).toBe("SIGKILL");
      await expectWhole(made);
    }
  });

  it("ends a round by a signal, with the states that were noted", async () => {
    const made = makeFleet();
    const child = made.start();
    const isNoted = () =>
      existsSync(made.ledger) && readFileSync(made.ledger, "utf8").includes('"planned"');
    while (!isNoted()) await sleep(2);
    child.kill("SIGTERM");
    expect((await child.outcome).code).toBe(143);
    expect((await made.states()).app).toBe("planned");
    await expectWhole(made);
  });

  it("lets no second fleet work with the same ledger", async () => {
    const made = makeFleet();
    const first = made.start();
    const isHeld = () => existsSync(join(made.state, "lock"));
    for (let look = 0; look < 5000 && !isHeld(); look += 1) await sleep(2);
    expect(isHeld()).toBe(true);
    const second = await made.start(["--lock-timeout", "1ms"]).outcome;
    expect(second.code).toBe(5);
    expect(second.stderr).toContain("Another fleet works with this state: `fleet run`, process");
    expect((await first.outcome).code).toBe(1);
    expect(await made.states()).toEqual(EXPECTED);
  });
});
