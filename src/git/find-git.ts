import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve, sep } from "node:path";
import { shown } from "../shared/shown.ts";
import { GitError } from "./git-error.ts";
import { type Trees, treeOf } from "./tree-of.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The program git, and where it may look for others. */
export interface FoundGit {
  /** The full path. */
  readonly program: string;
  /** `PATH` without folders of the tree, by the name that the environment has for it. */
  readonly variables: Readonly<Record<string, string>>;
}

const IS_WINDOWS = process.platform === "win32";

/** Windows would also take a script, such as `git.cmd`. */
const GIT = IS_WINDOWS ? "git.exe" : "git";

/** The folders that the system searches without `PATH`. */
const DEFAULT_PATH = IS_WINDOWS ? "" : "/usr/bin:/bin";

/**
 * Finds git in the folders of `PATH` that lie in none of the trees: npm and npx put `node_modules/.bin` in front, and
 * a commit may have a `git` there. Throws `ENOENT` if git is not installed, and an error that names the only git if it
 * belongs to the tree.
 */
export function findGit(root: string, env: Environment, trees: Trees): FoundGit {
  const [name, value] = searchPathOf(env);
  const folders = value.split(delimiter).map((folder) => folder.replace(/^"(.*)"$/, "$1"));
  const outside = folders.filter((folder) => isOutside(folder, trees));
  const programs = outside.map((folder) => join(folder, GIT)).filter(isFile);
  const allowed = programs.filter((path) => treeOf(path, trees) === undefined);
  const program = allowed.find(isExecutable) ?? allowed[0];
  if (program !== undefined) return { program, variables: { [name]: outside.join(delimiter) } };
  const ofTree = folders.map((folder) => resolve(root, folder, GIT)).find(isFile);
  if (ofTree === undefined)
    throw Object.assign(new GitError("spawn git ENOENT"), { code: "ENOENT" });
  throw new GitError(
    `the only git on PATH is ${shown(ofTree)}, which belongs to the tree and is not run; ` +
      "install git, or add the folder of another one to PATH",
  );
}

function searchPathOf(env: Environment): readonly [name: string, value: string] {
  const isPath = (name: string) => name === "PATH" || (IS_WINDOWS && name.toUpperCase() === "PATH");
  const name = Object.keys(env).find((key) => isPath(key) && env[key] !== undefined);
  return name === undefined ? ["PATH", DEFAULT_PATH] : [name, env[name] ?? ""];
}

/** A relative folder is one of the working directory; packages have no git of their own. */
function isOutside(folder: string, trees: Trees): boolean {
  if (!isAbsolute(folder) || folder.split(sep).includes("node_modules")) return false;
  return treeOf(folder, trees) === undefined;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
