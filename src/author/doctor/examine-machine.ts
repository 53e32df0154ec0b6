import { parse } from "node:path";
import { findRepository } from "../../git/find-repository.ts";
import { gitIn } from "../../git/run-git.ts";
import type { World } from "../../model/world.ts";
import { messageOf } from "../../shared/message-of.ts";
import { addonFault } from "../../shared/process/addon-fault.ts";
import { broken, type Finding, note, ok } from "./finding.ts";

/**
 * The oldest git that answers all that Sluice asks: `rev-parse --path-format` came with it. A git before 2.30 does not
 * take `rev-parse --end-of-options`, either, with which each reference is read.
 */
export const OLDEST_GIT = "2.31";

const FAILS = "--staged, --since, --trust base and plans of them can fail";

const INSTALL = `Install git ${OLDEST_GIT} or newer.`;

/** The oldest Node that Sluice runs on, as in its package.json. */
export const OLDEST_NODE = "20.19";

/** Looks at Node, at Sluice itself, at the engine and at git. */
export async function examineMachine(
  root: string,
  { env, version = "unknown", ownFolder }: Pick<World, "env" | "version" | "ownFolder">,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  return [
    examineNode(process.version),
    ok("sluice", ownFolder === undefined ? version : `${version}, in ${ownFolder}`),
    await examineEngine(),
    ...(await examineGit(root, env, signal)),
  ];
}

function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  const [oldest = 0, least = 0] = OLDEST_NODE.split(".").map(Number);
  if (major > oldest || (major === oldest && minor >= least)) return ok("node", version);
  return broken("node", `${version} is too old.`, `Install Node ${OLDEST_NODE} or newer.`);
}

/** Looks at the packages with native code: the engine, and the parser of JavaScript. */
async function examineEngine(): Promise<Finding> {
  try {
    const { installedEngineVersion, parseText } = await import("../../edit/engine/engine.ts");
    const { parseSync } = await import("oxc-parser");
    const isWhole = parseText("a(1)", "typescript").text() === "a(1)";
    const version = `ast-grep ${installedEngineVersion()}`;
    return isWhole && parseSync("a.ts", "a(1)").errors.length === 0
      ? ok("engine", version)
      : broken("engine", `${version} fails.`, REINSTALL);
  } catch (error) {
    const { message, hint } = addonFault(error) ?? { message: messageOf(error), hint: REINSTALL };
    return broken("engine", message.split("\n", 1)[0] ?? "", hint);
  }
}

const REINSTALL = "Install Sluice again: npm install without `--omit=optional`.";

async function examineGit(
  root: string,
  env: World["env"],
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const repository = findRepository(root);
  try {
    const away = gitIn(parse(root).root, env, { tree: root, signal });
    const version = examineGitVersion(await away(["--version"]));
    if (repository === undefined) return [version, NO_REPOSITORY];
    return [version, await examineRepository(root, env, signal)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // A call of git rejects with these only.
    if (code !== "ENOENT") return [broken("git", messageOf(error).trim(), "Install git.")];
    if (repository !== undefined)
      return [
        broken("git", "It is not installed, and the root is in a repository.", "Install git."),
      ];
    return [note("git", "It is not installed.", "Install git, unless you never use it here.")];
  }
}

const NO_REPOSITORY = note(
  "repository",
  "The root is in no repository of git: --since, --staged and commits do not work.",
  "git init",
);

async function examineRepository(
  root: string,
  env: World["env"],
  signal: AbortSignal,
): Promise<Finding> {
  try {
    const git = gitIn(root, env, { signal });
    const [shallow = "", top = ""] = (
      await git(["rev-parse", "--is-shallow-repository", "--show-toplevel"])
    ).split("\n");
    if (shallow.trim() !== "true") return ok("repository", top.trim());
    return note(
      "repository",
      "The clone is shallow: --since and --trust base may not find their commit.",
      "git fetch --unshallow",
    );
  } catch (error) {
    return broken("repository", messageOf(error).trim().split("\n")[0] ?? "", REPOSITORY_REMEDY);
  }
}

const REPOSITORY_REMEDY = "Ask git itself: git status";

/** Judges the git that Sluice runs, by what `git --version` prints. */
export function examineGitVersion(printed: string): Finding {
  const version = printed.trim().replace(/^git version /, "");
  const [major, minor] = /^(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? [];
  if (major === undefined || minor === undefined)
    return note("git", `Its version is not known: ${version}`, INSTALL);
  const [oldest = 0, least = 0] = OLDEST_GIT.split(".").map(Number);
  if (major > oldest || (major === oldest && minor >= least)) return ok("git", version);
  return broken("git", `${version} is too old: ${FAILS}.`, INSTALL);
}
