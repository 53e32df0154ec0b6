// Compiles src/ to dist/, from nothing: the library as it is, and the commands and the threads as one bundle,
// because loading hundreds of small modules takes longer than most of their work. `npx sluice` runs a
// file of dist/, so it is made executable. Does nothing if dist/ is what it would make.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt, noteBuild } from "./built.mjs";
import { compilePack, pack } from "./pack.mjs";
import { packPage } from "./page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
if (isBuilt(root)) process.exit();
const dist = join(root, "dist");
const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = join(dirname(typescript), "bin", "tsc");

/** What a process or a thread is started with. */
const ENTRIES = [
  "main",
  "action/main",
  "tools/ast-edit/search/search-worker",
  "tools/transform/transform-worker",
];

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json")], {
  stdio: "inherit",
});
// The compiler rewrites the extensions of imports in code, and not in types.
for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" }))
  if (name.endsWith(".d.ts")) {
    const file = join(dist, name);
    const types = readFileSync(file, "utf8");
    writeFileSync(file, types.replaceAll(/((?:from|import) ?\(?"\.{1,2}\/[^"]*)\.ts"/g, '$1.js"'));
  }
writeFileSync(join(dist, "build-id"), ""); // Until it is known: commands want one.
await pack(dist, ENTRIES);
await packPage(root, dist);
// Tells this build from others of the same version: what one of them remembers, the others do not believe.
const digest = createHash("sha256");
for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" }).sort())
  if (/\.(c?js|css)$/.test(name)) {
    const content = readFileSync(join(dist, name));
    digest.update(`${name}\0${content.length}\0`).update(content);
  }
writeFileSync(join(dist, "build-id"), digest.digest("hex"));
chmodSync(join(dist, "main.js"), 0o755);
compilePack(dist);
noteBuild(root);
