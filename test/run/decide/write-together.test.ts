import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { fail, heal, onDiskChange } from "../../support/fault-hook.ts";
import { cliReport } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

afterEach(heal);

const OPS: [string, string][] = [["f($A)", "g($A)"]];

/** Discards the actions on `no/**`, and applies all others. */
const POLICY = `version: 1
default: { verdict: apply, reason: Yes. }
guards: [{ id: no, when: { anyFile: ["no/**"] }, verdict: discard, reason: Not here. }]
`;

/** Returns the actions of each transaction in the journal of the only run, and how each ended. */
function transactionsIn(root: string): readonly string[] {
  const runs = join(root, ".sluice", "runs");
  const [run = ""] = readdirSync(runs).filter((name) => !name.startsWith("."));
  const lines = readFileSync(join(runs, run, "journal.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.flatMap((line) => {
    const record = JSON.parse(line.slice(9));
    if (record.kind === "done" || record.kind === "rolled-back") return [record.kind];
    return record.kind === "begin" ? [`${record.parts?.length ?? 1}`] : [];
  });
}

describe("the actions that no verdict separates", () => {
  it("A19 R4 are one transaction, and each has the outcome that it has by itself", async () => {
    const text = `f(1);\nf(f(2));\n${"f(3);\n".repeat(8)}`;
    const root = tempTree({
      "a.ts": text,
      "b.ts": "f(4);\n",
      "r.yaml": recipeOf(OPS, "per: match"),
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    expect(report.actions.map(({ state }) => state)).toEqual(Array(11).fill("applied"));
    expect(readText(root, "a.ts")).toBe(`g(1);\ng(f(2));\n${"g(3);\n".repeat(8)}`);
    const [one, two, three] = report.actions.map(({ files }) => files[0]);
    expect([one?.postHash, two?.postHash]).toEqual([two?.preHash, three?.preHash]);
    expect(transactionsIn(root)).toEqual(["11", "done"]);
    await cliReport(root, ["undo"]);
    expect(readText(root, "a.ts")).toBe(text);
  });

  it("end before an action of another verdict, and few are written one by one", async () => {
    const named = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, "f(1);\n"]);
    const root = tempTree({
      ...Object.fromEntries([...named("a", 8), ...named("no", 1), ...named("z", 3)]),
      "r.yaml": recipeOf(OPS, "per: file"),
      "p.yaml": POLICY,
    });
    const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
    const states = [...Array(8).fill("applied"), "discarded", ...Array(3).fill("applied")];
    expect(report.actions.map(({ state }) => state)).toEqual(states);
    const one = ["1", "done"];
    expect(transactionsIn(root)).toEqual(["8", "done", ...one, ...one, ...one]);
  });

  it.each(["rename", "sync"])(
    "R10 A19 are written one by one if they cannot be written at once: only the faulty one fails (%s)",
    async (faulty) => {
      const root = tempTree({
        "a.ts": "f(1);\n".repeat(8),
        "b.ts": "f(3);\n",
        "c.ts": "f(4);\n",
        "r.yaml": recipeOf(OPS, "per: match"),
      });
      onDiskChange((point, path) => {
        if (point === faulty && path.includes("b.ts")) fail("EIO", point, path);
      });
      const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
      heal();
      const states = [...Array(8).fill("applied"), "held", "applied"];
      expect(report.actions.map(({ state }) => state)).toEqual(states);
      expect(["a.ts", "b.ts", "c.ts"].map((path) => readText(root, path))).toEqual([
        "g(1);\n".repeat(8),
        "f(3);\n",
        "g(4);\n",
      ]);
      expect(transactionsIn(root).slice(0, 2)).toEqual(["10", "rolled-back"]);
    },
  );

  it("A19 fail, and are not stale, if the disk fails for good while they are written at once", async () => {
    const files = Array.from({ length: 9 }, (_, index) => [`${index}.ts`, "f(1);\n"]);
    const recipe = recipeOf(OPS, "per: file");
    const root = tempTree({ ...Object.fromEntries(files), "r.yaml": recipe });
    let isBroken = false;
    onDiskChange((point, path) => {
      isBroken ||= point === "rename" && path.endsWith("4.ts");
      if (isBroken) fail("EIO", point, path);
    });
    const { exitCode, report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
    heal();
    expect(exitCode).toBe(1);
    expect(report.actions.map(({ state }) => state)).toEqual(Array(9).fill("failed"));
    expect(report.alerts.map(({ code }) => code)).not.toContain("stale");
    expect(report.alerts.map(({ code }) => code)).toContain("unfinished");
  });

  it("keep the bytes of a file that many of them change, in both orders", async () => {
    const text = Array.from({ length: 60 }, (_, index) => `f(${index}); keep();\n`).join("");
    for (const order of ["queue", "stack"]) {
      const root = tempTree({
        "a.ts": text,
        "r.yaml": recipeOf([["f($A)", "longer($A, $A)"]], "per: match"),
        "p.yaml": `version: 1\norder: ${order}\ndefault: { verdict: apply, reason: Yes. }\n`,
      });
      await cliReport(root, ["run", "r.yaml", "--policy", "p.yaml"]);
      expect(readText(root, "a.ts")).toBe(text.replace(/f\((\d+)\)/g, "longer($1, $1)"));
      expect(transactionsIn(root)).toEqual(["60", "done"]);
    }
  });
});
