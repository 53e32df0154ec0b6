import { cwd, env as inherited } from "node:process";
import { inspect } from "node:util";
import { SAFE_VARIABLES } from "./safe-settings.ts";

/** The environment variables of a process; on Windows their names may be in any case. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * When another git has started Sluice, as for a hook, these variables name the repository and the index of that git,
 * and its way to read patterns. Sluice asks about its own root, and about the index of that work tree. `GIT_CONFIG`
 * hides the configuration from questions for it.
 */
const OF_ANOTHER_GIT: ReadonlySet<string> = new Set([
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"],
  ...["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_CONFIG"],
  ...["GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE"],
  // In a hook that receives a push, git moves no branch of any repository.
  ...["GIT_QUARANTINE_PATH", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX"],
  ...["LITERAL", "GLOB", "NOGLOB", "ICASE"].map((kind) => `GIT_${kind}_PATHSPECS`),
]);

/** The names of variables that hold secrets. Git asks no server here, so that it needs none of them. */
const SECRET = /TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY/i;

/**
 * Returns the variables that git gets: those of `environment` without secrets and without the ones that lead to another
 * repository; of this process if there is no `environment`. All have to be named, because the library passes on only
 * those `GIT_…` variables that it is given by name.
 */
export function gitEnvironment(
  environment: Environment = inherited,
): Record<string, string | undefined> {
  const entries = Object.entries(environment).filter(([name]) => isPassedOn(name.toUpperCase()));
  const variables = Object.fromEntries([...entries, ...Object.entries(SAFE_VARIABLES)]);
  // With `DEBUG=*` the library prints the environment of git, which may hold keys of models.
  return Object.assign(variables, { [inspect.custom]: () => "[environment]" });
}

function isPassedOn(name: string): boolean {
  return !OF_ANOTHER_GIT.has(name) && !SECRET.test(name);
}

/** Returns the folder that the process works in: npm puts its programs in `PATH`. None if it was removed. */
export function workingDirectory(): readonly string[] {
  try {
    return [cwd()];
  } catch {
    return [];
  }
}
