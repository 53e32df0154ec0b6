import { expect, it } from "vitest";
import { checkedPolicy, checkedTree } from "../../support/checked-tree.ts";
import { endsKilled, KILLS_RUN } from "../../support/killed-run.ts";
import { cli } from "../../support/run-cli.ts";
import { readText, snapshot } from "../../support/temp-tree.ts";

const RUN = ["run", "recipe.yaml", "--no-cache", "--allow-code"];

it("names what a run that was killed in a check has written without proof, and `undo` takes it back", async () => {
  // The check passes for the first file.
  const policy = checkedPolicy(`grep -q old src/f1.ts || { ${KILLS_RUN}; }`);
  const root = checkedTree(policy, { count: 2 });
  const before = snapshot(root);
  expect(endsKilled(root, RUN)).toBe(true);
  expect(readText(root, "src/f1.ts")).toBe("fresh(1);\n");
  const { stdout, exitCode } = await cli(root, ["recover"]);
  expect(exitCode).toBe(1);
  const [, id] = /^Run ([\w-]+) \(sluice run\): not in order\.$/m.exec(stdout) ?? [];
  expect(stdout).toContain("not proved by `look` (src/f1.ts).");
  expect(stdout).not.toContain("src/f0.ts");
  expect(stdout).toContain(`sluice undo ${id}\n`);
  const explained = await cli(root, ["policy", "explain", "last"]);
  expect(explained.exitCode).toBe(2);
  expect(explained.stderr).toContain(
    "was killed before it could keep a report, and its checks (look)",
  );
  expect(explained.stderr).toContain(`sluice undo ${id}`);
  expect((await cli(root, ["undo", id ?? ""])).exitCode).toBe(0);
  expect(snapshot(root)).toEqual(before);
});
