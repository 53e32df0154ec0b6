// Runs Sluice on a copy of examples/legacy-shop, so that the example itself stays as it is.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { leaveOtherGit } from "./other-git.mjs";

leaveOtherGit();

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const example = fileURLToPath(new URL("../examples/legacy-shop", import.meta.url));

const root = mkdtempSync(join(tmpdir(), "sluice-demo-"));
try {
  cpSync(example, root, { recursive: true });
  const before = readTree(root);
  console.log("The recipe modernize.yaml proposes changes to a copy of examples/legacy-shop;");
  console.log(
    "sluice.policy.yaml there applies some and discards the others, each with a reason.\n",
  );

  const commandLine = [main, "run", "modernize.yaml"];
  const run = spawnSync(process.execPath, commandLine, { cwd: root, stdio: "inherit" });
  if (run.error) throw run.error;

  const after = readTree(root);
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  console.log("\nCompared with the example, these files are different now:");
  for (const path of changed) console.log(`  ${path}`);
  console.log(`The other ${paths.length - changed.length} are as they were.`);
  process.exitCode = run.status ?? 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** The bytes of every file below a folder, as Latin-1, by path. Sluice's own state is left out. */
function readTree(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const users = paths.filter((path) => !path.startsWith(`.sluice${sep}`));
  return new Map(
    users.map((path) => [path.split(sep).join("/"), readFileSync(join(folder, path), "latin1")]),
  );
}
