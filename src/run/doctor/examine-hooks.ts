import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readBounded } from "../../files/read-bounded.ts";
import { findRepository } from "../../git/find-repository.ts";
import { gitFolderOf } from "../../git/git-folder.ts";
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
  if (calling.length > 0) return [ok("hooks", `${calling.join(", ")} of git calls sluice`)];
  const precommit = await textOf(join(top, ".pre-commit-config.yaml"));
  if (/sluice-(preview|run|validate)/.test(precommit ?? ""))
    return hooks.some(({ text }) => text.includes("pre-commit"))
      ? [ok("hooks", ".pre-commit-config.yaml calls sluice")]
      : [
          note(
            "hooks",
            ".pre-commit-config.yaml calls sluice, and git does not call it.",
            "pre-commit install",
          ),
        ];
  const husky = await textOf(join(top, ".husky/pre-commit"));
  if (husky !== undefined && /\bsluice\b|lint-staged/.test(husky)) {
    const isOn = toPosix(relative(top, folder)).startsWith(".husky");
    if (!isOn)
      return [note("hooks", ".husky/pre-commit is there, and git does not call it.", "npx husky")];
    if (/\bsluice\b/.test(husky)) return [ok("hooks", ".husky/pre-commit calls sluice")];
  }
  return [ok("hooks", "No hook of git calls sluice; `sluice init --pre-commit` makes one.")];
}

/** Returns the folder that git takes its hooks from; undefined if git does not answer. */
async function hooksFolder(
  repository: string,
  env: World["env"],
  signal: AbortSignal,
): Promise<string | undefined> {
  const top = dirname(repository);
  const git = gitIn(top, env, { signal });
  // Calls of git have no hooks, so that only single files of settings say what the user has.
  for (const file of ["--local", "--global"]) {
    const named = await git(["config", file, "--type=path", "--get", "core.hooksPath"]).catch(
      () => "",
    );
    const path = named.trim();
    if (path !== "") return isAbsolute(path) ? path : resolve(top, path);
  }
  try {
    return join(gitFolderOf(repository), "hooks");
  } catch {
    return undefined; // A `.git` that names no git folder is reported by git.
  }
}

async function textOf(path: string): Promise<string | undefined> {
  const read = await readBounded(path, MAX_HOOK_BYTES);
  return read.kind === "bytes" ? new TextDecoder().decode(read.bytes) : undefined;
}
