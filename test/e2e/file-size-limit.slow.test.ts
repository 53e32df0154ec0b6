import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readText, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

it("takes a file that grows beyond `ulimit -f` for a write that fails, and leaves the tree as it was", () => {
  const files = { "a.ts": `old(1);\n${"x();\n".repeat(50_000)}`, "b.ts": "old(1);\n" };
  const root = tempRepository({ ...files, "r.yaml": recipeOf([["old($A)", "fresh($A)"]]) });
  const run = `exec "$0" "${MAIN}" run r.yaml --policy apply-all --no-cache`;
  const limited = `ulimit -c 0; ulimit -f 64; ${run}`;
  // Whatever started the tests may ignore the signal, which children then do as well.
  const argv = ["--default-signal=XFSZ", "bash", "-c", limited, process.execPath];
  const { status, signal, stdout } = spawnSync("env", argv, { cwd: root, encoding: "utf8" });
  expect({ status, signal, stdout }).toEqual({
    status: 1,
    signal: null,
    stdout: expect.stringContaining("Apply failed: EFBIG: file too large"),
  });
  for (const [path, text] of Object.entries(files)) expect(readText(root, path)).toBe(text);
});
