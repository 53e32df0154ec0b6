// Packs the package as it is, without building it again, and has attw check that its types resolve:
// node scripts/check-types.mjs
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const attw = join(
  dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")),
  "dist/index.js",
);
const folder = mkdtempSync(join(tmpdir(), "sluice-types-"));
try {
  const cwd = resolve(import.meta.dirname, "..");
  const npm = process.env.npm_execpath;
  const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  const pack = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  execFileSync(program, [...first, ...pack], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  const [archive = ""] = readdirSync(folder);
  const argv = [attw, join(folder, archive), "--profile", "esm-only", "--no-emoji"];
  process.exitCode = spawnSync(process.execPath, argv, { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
