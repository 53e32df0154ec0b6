// Compiles src/ to build/, each module by itself, for scripts and tests, and makes dist/ of it, both from nothing: the
// commands, the threads and the library as bundles, because loading hundreds of small modules takes longer than most of
// their work, and the types of the library. `npx sluice` runs a file of dist/, so it is made executable. Does nothing if
// both are what it would make.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt, noteBuild } from "./built.mjs";
import { compilePack, pack } from "./pack.mjs";
import { packPage } from "./page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
if (isBuilt(root)) process.exit();
const [compiled, dist] = [join(root, "build"), join(root, "dist")];
const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = join(dirname(typescript), "bin", "tsc");

/** What a process or a thread is started with, and what programs import. */
const ENTRIES = [
  "main",
  "index",
  "action/main",
  "tools/ast-edit/search/search-worker",
  "tools/transform/transform-worker",
];

const IMPORTED_TYPES = /((?:from|import) ?\(?")(\.{1,2}\/[^"]*)\.ts"/g;

for (const folder of [compiled, dist]) rmSync(folder, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json")], {
  stdio: "inherit",
});
mkdirSync(dist);
copyTypes("index");
writeFileSync(join(dist, "build-id"), ""); // Until it is known: commands want one.
await pack(compiled, dist, ENTRIES);
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

/** Copies the types of a module to dist/, with those that they name, unless they are there. */
function copyTypes(name) {
  const copy = join(dist, `${name}.d.ts`);
  if (existsSync(copy)) return;
  const types = readFileSync(join(compiled, `${name}.d.ts`), "utf8");
  mkdirSync(dirname(copy), { recursive: true });
  // The compiler rewrites the extensions of imports in code, and not in types.
  writeFileSync(copy, types.replaceAll(IMPORTED_TYPES, '$1$2.js"'));
  for (const [, , specifier] of types.matchAll(IMPORTED_TYPES))
    copyTypes(join(dirname(name), specifier));
}
