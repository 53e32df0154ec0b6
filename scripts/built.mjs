// Tells if build/ and dist/ are what a build of today's sources would make, because five parts of CI build, each for seconds. The
// note of the last build is below node_modules, so that it goes with the packages that the build rested on.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the build reads, besides packages. */
const INPUTS = [
  "src",
  "page",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
];

/** True if neither the sources nor build/ nor dist/ have changed since the build that was noted. */
export function isBuilt(root) {
  try {
    return readFileSync(noteOf(root), "utf8") === stateOf(root);
  } catch {
    return false; // Never built, or not here.
  }
}

/** Notes that build/ and dist/ have been made. The note may be a hard link of another tree's, so it is not written into. */
export function noteBuild(root) {
  const note = noteOf(root);
  mkdirSync(dirname(note), { recursive: true });
  rmSync(note, { force: true });
  writeFileSync(note, stateOf(root));
}

const noteOf = (root) => join(root, "node_modules/.cache/sluice/built");

/** The version of Node counts, because dist/ has code that was compiled for it. */
function stateOf(root) {
  const digest = createHash("sha256");
  const add = (name) => {
    const stats = statSync(join(root, name));
    if (stats.isDirectory()) {
      for (const child of readdirSync(join(root, name)).sort()) add(`${name}/${child}`);
      return;
    }
    const content = readFileSync(join(root, name));
    digest.update(`${name}\0${stats.mode}\0${content.length}\0`).update(content);
  };
  for (const name of [...INPUTS, "build", "dist"]) add(name);
  return `${process.version} ${process.platform}-${process.arch} ${digest.digest("hex")}\n`;
}
