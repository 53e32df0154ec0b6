import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { clearFleetFolder, makeFleetFolder } from "../../../src/apply/state/fleet-folder.ts";
import { Ledger } from "../../../src/fleet/ledger/ledger.ts";
import { readLedger } from "../../../src/fleet/ledger/read-ledger.ts";
import { findStateFault } from "../../../src/fleet/ledger/state-fault.ts";
import { fleetOf } from "../../support/fleet.ts";
import { cli } from "../../support/run-cli.ts";
import { snapshot, type Tree, tempFolder, tempTree } from "../../support/temp-tree.ts";

const DIGEST = "a".repeat(64);
const named = (folder: string) => findStateFault(folder, { above: [], isNamed: true });
const ROUND = { round: 1, fleet: DIGEST, repositories: [] };

describe("the folder of a state that a caller names", () => {
  it.each<[string, Tree]>([
    ["notes.md", { "notes.md": "" }],
    ["plans/q3.md", { "plans/q3.md": "" }],
    ["results/run.json", { "results/run.json": "{}" }],
    [".git", { ".git/HEAD": "" }],
    ["ledger.jsonl", { "ledger.jsonl": '{"kind":"round","sum":100}\n' }],
    ["ledger.jsonl", { "ledger.jsonl": "", "plans/q3.md": "" }],
  ])("is not taken if it has %s of somebody else", async (name, files) => {
    expect(await named(tempTree(files))).toContain(`it has ${name}. Name a new or an empty folder`);
  });

  it("is taken if it is new, empty, of a fleet that was killed early, or has a ledger", async () => {
    const folder = join(tempFolder(), "state");
    expect(await named(folder)).toBeUndefined();
    await makeFleetFolder(folder);
    expect(await named(folder)).toBeUndefined();
    for (const name of ["lock", `lock.${"0".repeat(32)}`, "queue-id", "ledger.jsonl.new"])
      writeFileSync(join(folder, name), "");
    writeFileSync(join(folder, "plans", `${DIGEST}.json.new`), "");
    expect(await named(folder)).toBeUndefined();
    await (await Ledger.begin(folder, ROUND, () => 0)).close();
    writeFileSync(join(folder, "fleet.html"), "");
    expect(await named(folder)).toBeUndefined();
    // A ledger that was put in order has its fields in another order.
    writeFileSync(join(folder, "ledger.jsonl"), "damaged\n", { flag: "a" });
    const reading = (await readLedger(folder)) ?? expect.fail();
    await (await Ledger.resume(folder, reading, () => 0)).close();
    expect(await named(folder)).toBeUndefined();
  });

  it("loses only what a fleet has made", async () => {
    const folder = tempTree({ "plans/q3.md": "", [`plans/${DIGEST}.json`]: "", "results/a/b": "" });
    writeFileSync(join(folder, "results", `${DIGEST}.json.new`), "");
    await clearFleetFolder(folder);
    expect(Object.keys(snapshot(folder))).toEqual(["plans/q3.md", "results/a/b"]);
  });
});

describe("a state that lies elsewhere by a link", () => {
  const OUTSIDE = { [`plans/${DIGEST}.json`]: "mine", "results/notes.md": "mine" };

  it.each([".sluice", ".sluice/fleet", ".sluice/fleet/fleet", ".sluice/fleet/fleet/plans"])(
    "is refused, and nothing is written there: %s",
    async (link) => {
      const fleet = fleetOf({ app: { "a.ts": "console.log(1);\n" } });
      const outside = tempTree(OUTSIDE);
      const before = snapshot(outside);
      mkdirSync(join(fleet.folder, link, ".."), { recursive: true });
      symlinkSync(outside, join(fleet.folder, link));
      for (const argv of [[], ["--resume"]]) {
        const { exitCode, stderr } = await fleet.run(argv);
        expect(stderr).toContain(`${join(fleet.folder, link)} is a link`);
        expect(exitCode).toBe(2);
      }
      expect(snapshot(outside)).toEqual(before);
    },
  );

  it("is refused if it is named, or has a link for its results", async () => {
    const folder = tempTree({ "real/plans/x": "" });
    symlinkSync("real", join(folder, "link"));
    expect(await named(join(folder, "link"))).toContain("link is a link");
    await makeFleetFolder(join(folder, "state"));
    renameSync(join(folder, "state/results"), join(folder, "moved"));
    symlinkSync("../moved", join(folder, "state/results"));
    expect(await named(join(folder, "state"))).toContain("results is a link");
  });
});

it("a named folder of somebody else ends with exit code 2, and stays as it is", async () => {
  const fleet = fleetOf({ app: { "a.ts": "console.log(1);\n" } });
  const before = snapshot(join(fleet.folder, "app"));
  expect((await fleet.run(["--state", "done"])).exitCode).toBe(0);
  const merge = ["fleet", "merge", "fleet.yaml", "done", "--state", "app"];
  for (const ended of [await fleet.run(["--state", "app"]), await cli(fleet.folder, merge)]) {
    expect(ended.stderr).toContain("is no state of a fleet");
    expect(ended.exitCode).toBe(2);
  }
  expect(snapshot(join(fleet.folder, "app"))).toEqual(before);
});

it("a ledger that is a folder has one way out, which works", async () => {
  const fleet = fleetOf({ app: { "a.ts": "console.log(1);\n" } });
  const ledger = join(fleet.state, "ledger.jsonl");
  mkdirSync(ledger, { recursive: true });
  for (const argv of [[], ["--resume"], ["--failed-only"]]) {
    const { exitCode, stderr } = await fleet.run(argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${ledger} is not a file`)]);
    expect(stderr).toContain("Remove it.");
  }
  const status = await cli(fleet.folder, ["fleet", "status", "fleet.yaml"]);
  expect(status.stderr).toContain("is not a file: remove it.");
  rmSync(ledger, { recursive: true });
  expect((await fleet.run()).exitCode).toBe(0);
});
