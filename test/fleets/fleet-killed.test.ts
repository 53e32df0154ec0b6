import { existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  expectWhole,
  killableFleet,
  killedWhen,
  wholeRound,
} from "../support/fleet/killed-fleet.ts";

describe("a fleet that is killed", () => {
  it.each(["round", "cloned", "searched", "planned", "skipped", "failed"])(
    "H2 ends with each repository in one state after a kill at the first `%s`",
    async (word) => {
      const made = killableFleet();
      const isNoted = () =>
        existsSync(made.ledger) && readFileSync(made.ledger, "utf8").includes(`":"${word}"`);
      await killedWhen(made.start(), isNoted);
      expect(isNoted()).toBe(true);
      await expectWhole(made);
    },
  );

  it("H2 does so after a kill at changes of the disk all along the round", async () => {
    const { points } = await wholeRound();
    const made = killableFleet();
    expect(points).toBeGreaterThan(50);
    const step = Math.ceil(points / 10);
    for (let at = 1; at <= points; at += step) {
      rmSync(made.state, { recursive: true, force: true });
      const { signal } = await made.start([], { FAULT_AT: String(at) }).outcome;
      expect(signal).toBe("SIGKILL");
      await expectWhole(made);
    }
  });
});
