import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deletingTree } from "../support/deleting-tree.ts";
import { A, RUN, TREE } from "../support/deletion-decided.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { git, readText, snapshot, writeTree } from "../support/temp-tree.ts";

const MOVE = { moves: [["lib/c.ts", "src/c.ts"]] } as const;

describe("a deletion that is held", () => {
  const held = async () => {
    const root = deletingTree(TREE, { remove: ["src/a.ts"], ...MOVE });
    const { report } = await cliReport(root, [...RUN, "--policy", "safe"]);
    const [first = "", second = ""] = report.actions.map(({ id }) => id);
    const line = (id: string) => ["resolve", "test-run", id, "apply", "--reason", "Looked."];
    const resolve = (id: string) => cli(root, line(id), { newRunId: () => `run-${id}` });
    return { root, first, second, resolve };
  };

  it("is made when a person resolves it, and undone", async () => {
    const { root, first, second, resolve } = await held();
    const before = snapshot(root);
    expect(await resolve(first)).toMatchObject({ exitCode: 0 });
    expect(await resolve(second)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(root, "src/a.ts"))).toBe(false);
    expect(existsSync(join(root, "lib"))).toBe(false);
    expect(readText(root, "src/c.ts")).toBe(TREE["lib/c.ts"]);
    for (const id of [second, first])
      expect(await cli(root, ["undo", `run-${id}`])).toMatchObject({ exitCode: 0 });
    expect(snapshot(root)).toEqual(before);
  });

  it.each([
    ["has changed", `// Mine.\n${A}`, "src/a.ts has changed; the action deletes it only as sha256"],
    ["is gone", undefined, "src/a.ts is gone already, as the action would have it."],
  ])("is not made if the file %s", async (_what, text, said) => {
    const { root, first, resolve } = await held();
    if (text === undefined) git(root, "rm", "-q", "-f", "src/a.ts");
    else writeTree(root, { "src/a.ts": text });
    const { exitCode, stdout, stderr } = await resolve(first);
    expect(exitCode).toBe(3);
    expect(stdout + stderr).toContain(said);
    expect(existsSync(join(root, "src/a.ts"))).toBe(text !== undefined);
  });
});
