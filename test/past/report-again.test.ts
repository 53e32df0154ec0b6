import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DECIDED_TREE as FILES } from "../support/decided-tree.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempRepository, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const RUN = ["run", "recipe.yaml", "--policy", "p.yaml"];

const REFUSED: readonly (readonly [what: string, argv: readonly string[], message: RegExp])[] = [
  ["an unknown run", ["report", "nope"], /There is no run `nope`/],
  ["no record", ["report"], /Arguments of `report` are missing/],
  ["a file that is none", ["report", "src/a.ts"], /neither a plan nor a report: it is not JSON/],
  ["a file that is not there", ["report", "x.json"], /There is no file x.json/],
  ["a report with other keys", ["report", "bad.json"], /does not have the keys of a report/],
  [
    "a file that is too large",
    ["report", "large.json"],
    /larger than 268435456 bytes.*\n.*run itself/,
  ],
  ["deep JSON", ["report", "deep.json"], /nested deeper/],
  ["two runs", ["report", "last", "last"], /More than one run/],
  ["one to compare", ["report", "last", "--compare"], /--compare needs two/],
  ["--check alone", ["report", "last", "--check"], /--check needs --compare/],
  ["an unknown format", ["report", "last", "--format", "junitt"], /Did you mean `junit`\?/],
  [
    "a format that no comparison has",
    ["report", "--compare", "last", "last", "--format=csv"],
    /csv/,
  ],
  [
    "two reports to one path",
    ["report", "last", "--report=csv=x", "--report=junit=./x"],
    /two rep/,
  ],
  ["the record itself", ["report", "bad.json", "--report", "csv=bad.json"], /another file of this/],
];

describe("sluice report", () => {
  it("tells what was resolved and undone since, with the outcome of the run", async () => {
    const root = tempTree(FILES);
    const { report: before } = await cliReport(root, RUN);
    const later = (id: string) => ({ newRunId: () => id });
    await cli(root, ["resolve", "last", "--all", "apply", "--reason", "Fine."], later("z-1"));
    const now = async () => (await cliReport(root, ["report", "test-run"])).report;
    const resolved = await now();
    expect(resolved.actions.find(({ files }) => files[0]?.path === "lib/b.ts")).toMatchObject({
      ...{ state: "applied", reason: "Fine.", ruleId: "resolve" },
    });
    expect(resolved.totals).toMatchObject({ applied: 2, held: 0, discarded: 1, filesChanged: 2 });
    expect(resolved.totals.filesSearched).toBe(before.totals.filesSearched);
    expect([resolved.outcome, resolved.exitCode]).toEqual(["held", 4]);
    expect(resolved.alerts.at(-1)).toMatchObject({
      ...{ level: "warn", code: "changed-since" },
      message: "1 action that the run held was ended since.",
    });
    expect(resolved.files.find(({ path }) => path === "lib/b.ts")?.net).toBeDefined();
    await cli(root, ["undo", "z-1"], later("z-2"));
    await cli(root, ["undo", "test-run"], later("z-3"));
    const messages = (await now()).alerts.map(({ message }) => message);
    expect(messages).toContain("The run test-run was undone by z-3.");
    const text = (await cli(root, ["report", "test-run"])).stdout;
    expect(text).toContain("warning: The run test-run was undone by z-3.\n");
  });

  it("makes reports of a plan", async () => {
    const root = tempTree(FILES);
    await cli(root, ["plan", "recipe.yaml", "--policy", "p.yaml", "-o", "p.json"]);
    const { report, exitCode } = await cliReport(root, ["report", "p.json"]);
    expect(exitCode).toBe(0);
    const states = report.actions.map(({ state }) => state).sort();
    expect(states).toEqual(["discarded", "held", "would-apply"]);
    expect(report).toMatchObject({ outcome: "ok", exitCode: 0, totals: { held: 1, applied: 1 } });
    for (const format of ["pretty", "junit", "csv"])
      expect((await cli(root, ["report", "p.json", "--format", format])).stdout).toContain(
        "src/a.ts",
      );
  });

  it("refuses what it cannot read or must not write with exit code 2, and writes nothing", async () => {
    const root = tempTree(FILES);
    writeFileSync(join(root, "bad.json"), '{"formatVersion":"1.0"}');
    writeFileSync(join(root, "deep.json"), "[".repeat(100_000));
    await cli(root, RUN);
    const before = snapshot(root);
    const large = join(root, "large.json");
    writeFileSync(large, "");
    truncateSync(large, 256 * 1024 * 1024 + 1); // Takes no room, and is no part of the snapshots, which would read it.
    for (const [what, argv, message] of REFUSED) {
      const { exitCode, stderr } = await cli(root, argv);
      expect(stderr, what).toMatch(message);
      expect(exitCode, what).toBe(2);
    }
    rmSync(large);
    expect(snapshot(root)).toEqual(before);
  });

  it("ends with 1 if a report cannot be written, and writes the others", async () => {
    const root = tempTree(FILES);
    await cli(root, RUN);
    const argv = ["report", "last", "--report", "csv=src/a.ts/x.csv", "--report", "junit=ok.xml"];
    const { exitCode, stderr } = await cli(root, argv);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("cannot be written")]);
    expect(readText(root, "ok.xml")).toContain("<testsuites");
  });
});

it("adds what was applied later to the changes of a file, in a patch and in the sums", async () => {
  const text = [1, 2, 3, 4, 5].map((value) => `foo(${value});\n${"//\n".repeat(7)}`).join("");
  const root = tempTree({
    "src/a.js": text,
    "r.yaml": recipeOf([["foo($A)", "bar(\n  $A\n)"]], "per: match\npaths: [src]"),
    "p.yaml":
      "version: 1\ndefault: { verdict: apply, reason: ok }\nlimits: { maxReplacements: 4, onExceed: hold }\n",
  });
  await cli(root, ["run", "r.yaml", "--policy", "p.yaml"]);
  await cli(root, ["resolve", "last", "--all", "apply", "--reason", "Fine."], {
    newRunId: () => "z-1",
  });
  const after = readText(root, "src/a.js");
  expect(after).not.toContain("foo");
  await cli(root, ["report", "test-run", "--report", "patch=x.patch"]);
  const { report } = await cliReport(root, ["report", "test-run"]);
  expect(report.files[0]?.net).toMatchObject({ additions: 15, deletions: 5 });
  expect((await cli(root, ["report", "test-run", "--stat"])).stdout).toContain("src/a.js | 20 +");
  writeFileSync(join(root, "src/a.js"), text);
  execFileSync("git", ["apply", "x.patch"], { cwd: root });
  expect(readText(root, "src/a.js")).toBe(after);
});

it("prints the command for a patch, which does what the run would, also for another root", async () => {
  const root = tempTree(FILES);
  mkdirSync(join(root, "in"));
  const argv = ["preview", "--root", "..", "../recipe.yaml", "--policy", "../p.yaml"];
  const { stdout } = await cli(join(root, "in"), [...argv, "--report", "patch=a b.patch"]);
  const [, command = ""] =
    /\nPatch: a b.patch. To apply it elsewhere: (git .*)\n$/.exec(stdout) ?? [];
  execFileSync("sh", ["-c", command], { cwd: join(root, "in") });
  expect(readText(root, "src/a.ts")).toBe("fresh(1);\nfresh('é🙂');\n");
  const none = await cli(root, [
    "preview",
    "recipe.yaml",
    "--policy",
    "p.yaml",
    "--report",
    "patch=x",
    "--path",
    "no",
  ]);
  expect(none.stdout).not.toContain("Patch:");
});

it("prints a command for a patch that also works if the root is a folder of a repository", async () => {
  const top = tempRepository(
    Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`sub/${path}`, text])),
  );
  const argv = ["preview", "recipe.yaml", "--policy", "p.yaml", "--report", "patch=a.patch"];
  const { stdout } = await cli(join(top, "sub"), argv);
  const [, command = ""] =
    /\nPatch: a.patch. To apply it elsewhere: (git .*)\n$/.exec(stdout) ?? [];
  expect(command).toBe("git -C .. apply --directory=sub sub/a.patch");
  execFileSync("sh", ["-c", command], { cwd: join(top, "sub") });
  expect(readText(top, "sub/src/a.ts")).toBe("fresh(1);\nfresh('é🙂');\n");
});

describe("sluice report --compare", () => {
  it("says what is new, gone and decided differently, although lines have moved", async () => {
    const root = tempTree({ ...FILES, "src/gone.ts": "old(9);\n" });
    mkdirSync(join(root, "out"));
    await cli(root, ["preview", ...RUN.slice(1), "--report", "json=out/before.json"]);
    writeFileSync(join(root, "src/a.ts"), "// One more line.\nold(1);\nold('é🙂');\n");
    writeFileSync(join(root, "src/gone.ts"), "fresh(9);\n");
    writeFileSync(join(root, "src/new.ts"), "old(7);\n");
    const policy = readFileSync(join(root, "p.yaml"), "utf8");
    writeFileSync(join(root, "p.yaml"), policy.replace("verdict: hold", "verdict: apply"));
    await cli(root, [...RUN, "--report", "json=out/after.json"]);
    const compare = ["report", "--compare", "out/before.json", "out/after.json"];
    const { stdout } = await cli(root, [...compare, "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "different",
      exitCode: 0,
      counts: { same: 2, new: 1, gone: 1, changed: 1, files: 3 },
      moves: [{ from: "held", to: "applied", actions: 1 }],
      new: [{ files: ["src/new.ts"], state: "applied", line: 1 }],
      gone: [{ files: ["src/gone.ts"], state: "would-apply" }],
      changed: [{ matchedBy: "id", differs: ["state", "verdict"], before: { state: "held" } }],
      files: [{ path: "lib/b.ts" }, { path: "src/gone.ts" }, { path: "src/new.ts" }],
    });
    expect((await cli(root, compare)).stdout).toContain("1 action: held → applied\n");
    expect((await cli(root, [...compare, "--check"])).exitCode).toBe(1);
    const same = ["report", "--compare", "out/after.json", "last", "--check"];
    expect(await cli(root, same)).toMatchObject({ exitCode: 0, stderr: "" });
    const written = [...compare, "--report", "markdown=out/c.md", "--report", "json=out/c.json"];
    expect(await cli(root, written)).toMatchObject({ exitCode: 0, stdout: "" });
    expect(readText(root, "out/c.json")).toBe(stdout);
    expect(readText(root, "out/c.md")).toContain("| recipe › edit: src/new.ts:1 | applied");
  });
});
