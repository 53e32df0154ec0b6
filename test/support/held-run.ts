import type { Resolution } from "../../src/model/past/resolution.ts";
import { cli, cliReport } from "./run-cli.ts";
import { tempTree } from "./temp-tree.ts";

/** Runs recipes that hold everything, by a policy of the test or `hold-all`. */
export async function heldRun(tree: Readonly<Record<string, string>>, policy = "hold-all") {
  const root = tempTree(tree);
  const { report } = await cliReport(root, ["run", "recipe.yaml", "--policy", policy]);
  const ids = report.actions.filter(({ state }) => state === "held").map(({ id }) => id);
  let runs = 0;
  const newRunId = () => {
    runs += 1;
    return `z-run-${runs}`;
  };
  const command = (...argv: readonly string[]) => cli(root, argv, { newRunId });
  const resolve = async (...argv: readonly string[]) => {
    const line = ["resolve", "test-run", ...argv, "--reason", "Looked at it.", "--format", "json"];
    const { exitCode, stdout, stderr } = await command(...line);
    const resolution = stdout === "" ? undefined : (JSON.parse(stdout) as Resolution);
    return { exitCode, stderr, resolution, said: resolution?.problems.join("\n") ?? stderr };
  };
  return { root, report, ids, command, resolve };
}
