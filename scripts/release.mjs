// Makes a release that needs no build, and checks one.
//   node scripts/release.mjs make          from the commit HEAD: builds it elsewhere, adds dist/ in a commit of its own,
//                                          which is on no branch, and tags that: v<version of package.json>
//   node scripts/release.mjs check [REF]   builds the sources of REF, and compares every file of its dist/ (default: HEAD)
// Neither touches the work tree or the index, and neither pushes.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { leaveOtherGit } from "./other-git.mjs";

/** A reason to stop that is no fault of this script. */
class Refusal extends Error {}

leaveOtherGit();
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sluice-release-"));
/** The index of a commit that is being made; the caller's own stays as it is. */
const env = { ...process.env, GIT_INDEX_FILE: join(folder, "index") };
try {
  const [command, ref = "HEAD", ...others] = process.argv.slice(2);
  if (command === "make" && process.argv.length === 3) make();
  else if (command === "check" && others.length === 0) check(ref);
  else throw new Refusal("Use: node scripts/release.mjs make, or check [REF].");
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  const tree = join(folder, "tree");
  if (existsSync(tree)) git(["worktree", "remove", "--force", tree]);
  rmSync(folder, { recursive: true });
}

function make() {
  if (git(["status", "--porcelain"]) !== "")
    throw new Refusal("There are changes that are not committed.");
  const head = git(["rev-parse", "HEAD"]).trim();
  if (isReleased(head)) throw new Refusal("HEAD has a dist/ already: it is a release.");
  const tag = `v${JSON.parse(git(["show", `${head}:package.json`])).version}`;
  if (git(["tag", "--list", tag]) !== "")
    throw new Refusal(`The tag ${tag} exists. Set another version in package.json.`);
  const tree = build(head);
  git(["read-tree", head], env);
  git(["--work-tree", tree, "add", "--force", "--", "dist"], env);
  const content = git(["write-tree"], env).trim();
  const commit = git(["commit-tree", content, "-p", head, "-m", `Release ${tag}`]).trim();
  git(["tag", tag, commit]);
  console.log(`${tag} is ${commit}. To publish it:\n  git push origin ${tag}`);
}

function check(ref) {
  const commit = commitOf(ref);
  if (!isReleased(commit)) {
    console.log(`${ref} has no dist/, so that there is nothing to compare: it is no release.`);
    return;
  }
  const beside = git(["diff", "--name-only", `${commit}^`, commit, "--", ":!dist"]);
  const listed = git(["ls-tree", "-r", "-z", commit, "dist"]).split("\0").filter(Boolean);
  const released = new Map(listed.map((line) => line.split("\t").reverse()));
  const tree = build(commit);
  git(["read-tree", "--empty"], env);
  git(["--work-tree", tree, "add", "--force", "--", "dist"], env);
  const rebuilt = git(["ls-files", "-s", "-z"], env).split("\0").filter(Boolean);
  const expected = new Map(rebuilt.map((line) => line.split("\t").reverse()));
  const differences = [
    ...beside
      .split("\n")
      .filter(Boolean)
      .map((path) => `${path}: changed by the release itself`),
    ...[...expected.keys()].filter((path) => !released.has(path)).map((path) => `${path}: missing`),
    ...[...released].flatMap(([path, entry]) => differenceOf(path, entry, expected.get(path))),
  ];
  if (differences.length > 0)
    throw new Refusal(
      `${ref} is not what its sources make:\n${differences.slice(0, 50).join("\n")}`,
    );
  console.log(`${ref}: ${released.size} files of dist/ are what the sources make.`);
}

/** Entries are `<mode> blob <id>` in a commit, and `<mode> <id> 0` in an index. */
function differenceOf(path, entry, made) {
  if (made === undefined) return [`${path}: not made by the sources`];
  const [mode, , id] = entry.split(" ");
  const [madeMode, madeId] = made.split(" ");
  return mode === madeMode && id === madeId ? [] : [`${path}: other than the sources make it`];
}

function isReleased(commit) {
  return git(["ls-tree", "--name-only", commit, "dist"]) !== "";
}

/** Builds the sources of a commit in a work tree of their own, from the lockfile, and returns it. */
function build(commit) {
  const tree = join(folder, "tree");
  git(["worktree", "add", "--quiet", "--detach", tree, commit]);
  rmSync(join(tree, "dist"), { recursive: true, force: true });
  run("npm", ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"], tree);
  run(process.execPath, [join(tree, "scripts/build.mjs")], tree);
  // Compiled code is for one Node on one system, which makes its own if it needs it.
  for (const name of readdirSync(join(tree, "dist")))
    if (/\.code(\.seen)?$/.test(name)) rmSync(join(tree, "dist", name));
  return tree;
}

function run(program, args, cwd) {
  execFileSync(program, args, { cwd, stdio: ["ignore", 2, 2] });
}

function commitOf(ref) {
  try {
    return git(["rev-parse", "--quiet", "--verify", "--end-of-options", `${ref}^{commit}`]).trim();
  } catch {
    throw new Refusal(`There is no commit ${ref}.`);
  }
}

function git(args, environment = process.env) {
  return execFileSync("git", ["-C", root, ...args], {
    env: environment,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
