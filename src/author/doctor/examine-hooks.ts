import { accessSync, constants } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { findRepository } from "../../git/find-repository.ts";
import { gitIn } from "../../git/run-git.ts";
import type { World } from "../../model/world.ts";
import { toPosix } from "../../shared/paths/posix-path.ts";
import { type Finding, note, ok } from "./finding.ts";

/** The hooks of git that look at a commit before it is made. */
const HOOKS = ["pre-commit", "pre-push", "pre-merge-commit"] as const;

const MAX_HOOK_BYTES = 256 * 1024;

/** Looks at the hooks of git, as texts: nothing of them is run. */
export async function examineHooks(
  root: string,
  { env }: Pick<World, "env">,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const repository = findRepository(root);
  if (repository === undefined) return [];
  const top = dirname(repository);
  const folder = await hooksFolder(repository, env, signal);
  if (folder === undefined) return []; // The repository is reported by itself.
  const hooks = await Promise.all(
    HOOKS.map(async (name) => ({ name, text: (await textOf(join(folder, name))) ?? "" })),
  );
  const calling = hooks.filter(({ text }) => /\bsluice\b/.test(text)).map(({ name }) => name);
  if (calling.length > 0) return examineOwn(calling, folder);
  return [(await examinePreCommit(top, hooks)) ?? (await examineHusky(top, folder)) ?? NO_HOOK];
}

const NO_HOOK = ok("hooks", "No hook of git calls sluice; `sluice init --pre-commit` makes one.");

/** Git leaves out hooks that are not executable, and says so once at most. */
function examineOwn(names: readonly string[], folder: string): readonly Finding[] {
  const off = names.filter((name) => !isExecutable(join(folder, name)));
  const on = names.filter((name) => !off.includes(name));
  return [
    ...(on.length === 0 ? [] : [ok("hooks", `${on.join(", ")} of git calls sluice`)]),
    ...off.map((name) => {
      const message = `${name} calls sluice, and git does not run it: it is not executable.`;
      return note("hooks", message, `chmod +x ${toPosix(join(folder, name))}`);
    }),
  ];
}

/** On Windows, git takes every file for executable. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // It was read: only the right is missing.
  }
}

async function examinePreCommit(
  top: string,
  hooks: readonly { readonly text: string }[],
): Promise<Finding | undefined> {
  const settings = await textOf(join(top, ".pre-commit-config.yaml"));
  if (!/sluice-(preview|run|validate)/.test(settings ?? "")) return undefined;
  const calls = ".pre-commit-config.yaml calls sluice";
  return hooks.some(({ text }) => text.includes("pre-commit"))
    ? ok("hooks", calls)
    : note("hooks", `${calls}, and git does not call it.`, "pre-commit install");
}

async function examineHusky(top: string, folder: string): Promise<Finding | undefined> {
  const hook = (await textOf(join(top, ".husky/pre-commit"))) ?? "";
  if (!/\bsluice\b|lint-staged/.test(hook)) return undefined;
  if (!toPosix(relative(top, folder)).startsWith(".husky"))
    return note("hooks", ".husky/pre-commit is there, and git does not call it.", "npx husky");
  return /\bsluice\b/.test(hook) ? ok("hooks", ".husky/pre-commit calls sluice") : undefined;
}

/** Returns the folder that git takes its hooks from; undefined if git does not answer, which is reported by itself. */
async function hooksFolder(
  repository: string,
  env: World["env"],
  signal: AbortSignal,
): Promise<string | undefined> {
  const top = dirname(repository);
  const git = gitIn(top, env, { signal });
  try {
    const set = await git([...SETTING, "core.hooksPath"]);
    const folder = ownSetting(set);
    if (folder !== undefined) return resolve(top, folder);
    // All work trees of a repository have the same hooks.
    const common = await git(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
    return join(common.replace(/\r?\n$/, ""), "hooks");
  } catch {
    return undefined;
  }
}

const SETTING = ["config", "--type=path", "--show-scope", "-z", "--get-all"];

/** Returns the last value of a setting. Values for single calls of git are left out: these calls have no hooks. */
function ownSetting(answer: string): string | undefined {
  const parts = answer.split("\0");
  const values = parts.filter((_, at) => at % 2 === 1 && parts[at - 1] !== "command");
  return values.at(-1) || undefined;
}

async function textOf(path: string): Promise<string | undefined> {
  const read = await readBounded(path, MAX_HOOK_BYTES);
  return read.kind === "bytes" ? new TextDecoder().decode(read.bytes) : undefined;
}
