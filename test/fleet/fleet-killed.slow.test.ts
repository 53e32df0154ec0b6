import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { EXPECTED, expectWhole, killableFleet } from "../support/fleet/killed-fleet.ts";

describe("a fleet that is killed", () => {
  it("ends a round by a signal, with the states that were noted", async () => {
    const made = killableFleet();
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
    const made = killableFleet();
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
