import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { lineOf } from "../../../src/apply/state/journal-lines.ts";
import { Ledger } from "../../../src/fleet/ledger/ledger.ts";
import { LedgerError } from "../../../src/fleet/ledger/ledger-error.ts";
import { LEDGER_FILE, readLedger } from "../../../src/fleet/ledger/read-ledger.ts";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { tempFolder } from "../../support/temp-tree.ts";

afterEach(heal);

const FLEET = "f".repeat(64);
const repository = (name: string, entry = 0) => ({
  ...{ name, entry, job: FLEET },
  source: { kind: "path", path: `/${name}` } as const,
});

function begin(folder: string, names = ["a", "b"], now = () => 0) {
  const repositories = names.map(repository);
  return Ledger.begin(folder, { round: 1, fleet: FLEET, repositories }, now);
}

async function reopen(folder: string, now = () => 0) {
  const reading = await readLedger(folder);
  if (reading === undefined) throw new Error("There is no ledger.");
  return { reading, ledger: await Ledger.resume(folder, reading, now) };
}

async function statesIn(folder: string) {
  const reading = await readLedger(folder);
  return Object.fromEntries(
    [...(reading?.round?.rows ?? [])].map(([name, { state }]) => [name, state]),
  );
}

describe("the ledger of a fleet", () => {
  it("has each repository in the state that was noted last", async () => {
    const folder = tempFolder();
    const ledger = await begin(folder);
    await ledger.move("a", { state: "cloned", commit: "c".repeat(40) });
    await Promise.all([
      ledger.move("a", { state: "searched" }),
      ledger.move("b", { state: "failed", reason: { code: "no-ref", message: "None." } }),
      ledger.move("a", { state: "skipped", reason: { code: "no-text", message: "No." } }),
    ]);
    await ledger.close();
    const round = (await readLedger(folder))?.round;
    expect([...(round?.rows.values() ?? [])]).toEqual([
      expect.objectContaining({
        state: "skipped",
        commit: "c".repeat(40),
        reason: { code: "no-text", message: "No." },
      }),
      expect.objectContaining({ state: "failed", reason: { code: "no-ref", message: "None." } }),
    ]);
    expect(ledger.round).toEqual(round);
  });

  it("drops the line that a crash has cut, at each of its bytes, and goes on", async () => {
    const whole = tempFolder();
    const ledger = await begin(whole);
    await ledger.move("a", { state: "planned" });
    await ledger.close();
    const bytes = readFileSync(join(whole, LEDGER_FILE));
    const from = bytes.indexOf(10) + 1;
    for (let cut = from; cut < bytes.length; cut += 7) {
      const folder = tempFolder();
      writeFileSync(join(folder, LEDGER_FILE), bytes.subarray(0, cut));
      const { reading, ledger: resumed } = await reopen(folder);
      expect(reading.damagedLine).toBeUndefined();
      await resumed.move("b", { state: "skipped" });
      await resumed.close();
      expect(await statesIn(folder)).toEqual({ a: "queued", b: "skipped" });
    }
  });

  it.each([
    ["a changed byte", (text: string) => text.replace('"previewed"', '"published"')],
    ["a line that is there twice", (text: string) => text.replace(/^.*previewed.*\n/m, "$&$&")],
    ["a line that is missing", (text: string) => text.replace(/^.*searched.*\n/m, "")],
  ])("tells of %s, and cuts off what follows", async (_what, damage) => {
    const folder = tempFolder();
    const ledger = await begin(folder);
    await ledger.move("a", { state: "searched" });
    await ledger.move("a", { state: "previewed" });
    await ledger.move("b", { state: "planned" });
    await ledger.close();
    const path = join(folder, LEDGER_FILE);
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    const { reading, ledger: resumed } = await reopen(folder);
    expect(reading.damagedLine).toBeGreaterThan(1);
    expect(resumed.round.rows.get("b")?.state).toBe("queued");
    await resumed.move("b", { state: "skipped" });
    await resumed.close();
    expect((await readLedger(folder))?.damagedLine).toBeUndefined();
    expect((await statesIn(folder)).b).toBe("skipped");
  });

  it("takes no record about a repository that is none of the round", async () => {
    const folder = tempFolder();
    await (await begin(folder)).close();
    const record = { kind: "state", sequence: 2, at: "", repository: "__proto__", state: "merged" };
    appendFileSync(join(folder, LEDGER_FILE), lineOf(record));
    expect((await readLedger(folder))?.damagedLine).toBe(2);
  });

  it("goes by the order of the lines, however the clock jumps", async () => {
    const folder = tempFolder();
    const times = [5e12, 1000, 4e12, 0];
    const now = () => times.shift() ?? 0;
    const ledger = await begin(folder, ["a"], now);
    for (const state of ["cloned", "searched", "skipped"] as const)
      await ledger.move("a", { state });
    await ledger.close();
    expect(await statesIn(folder)).toEqual({ a: "skipped" });
  });

  it("notes nothing after the disk was full, and has what was noted before", async () => {
    const folder = tempFolder();
    const ledger = await begin(folder);
    await ledger.move("a", { state: "planned" });
    onDiskChange((point, path) => {
      if (point === "write" && path.endsWith(LEDGER_FILE)) fail("ENOSPC", point, path);
    });
    await expect(ledger.move("b", { state: "planned" })).rejects.toThrow(LedgerError);
    heal();
    await expect(ledger.move("b", { state: "planned" })).rejects.toThrow("ENOSPC");
    await ledger.close();
    expect(await statesIn(folder)).toEqual({ a: "planned", b: "queued" });
  });

  it("notes nothing in a ledger that somebody has replaced", async () => {
    const folder = tempFolder();
    const ledger = await begin(folder);
    await (await begin(folder)).close();
    await expect(ledger.move("a", { state: "planned" })).rejects.toThrow("was removed or replaced");
    await ledger.close();
  });

  it("takes repositories that the fleet file has since, and forgets the commit of one that is queued again", async () => {
    const folder = tempFolder();
    const ledger = await begin(folder);
    await ledger.move("a", { state: "failed", commit: "c".repeat(40) });
    await ledger.join([repository("z", 2)]);
    await ledger.move("a", { state: "queued" });
    await ledger.close();
    expect(await statesIn(folder)).toEqual({ a: "queued", b: "queued", z: "queued" });
    expect((await readLedger(folder))?.round?.rows.get("a")?.commit).toBeUndefined();
  });
});
