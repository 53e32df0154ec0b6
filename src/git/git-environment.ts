import { env as inherited } from "node:process";
import { inspect } from "node:util";

/** The environment variables of a process; on Windows their names may be in any case. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * When another git has started Sluice, as for a hook, these variables name the repository and the index of that git,
 * and its way to read patterns. Sluice asks about its own root, and about the index of that work tree.
 */
const OF_ANOTHER_GIT: ReadonlySet<string> = new Set([
  ...["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"],
  ...["GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE"],
  ...["LITERAL", "GLOB", "NOGLOB", "ICASE"].map((kind) => `GIT_${kind}_PATHSPECS`),
]);

/**
 * Returns the variables that git gets: those of `environment` without the ones that lead to another repository, and no
 * prompt for a password. Without `environment` git inherits all variables of this process; they have to be read here,
 * because the library passes on only those `GIT_…` variables that it is given by name.
 */
export function gitEnvironment(environment?: Environment): Record<string, string | undefined> {
  const variables = { ...withoutRepository(environment), GIT_TERMINAL_PROMPT: "0" };
  // With `DEBUG=*` the library prints the environment of git, which may hold keys of models.
  return Object.assign(variables, { [inspect.custom]: () => "[environment]" });
}

function withoutRepository(environment: Environment | undefined): Environment {
  if (environment === undefined) return inherited;
  const entries = Object.entries(environment);
  return Object.fromEntries(entries.filter(([name]) => !OF_ANOTHER_GIT.has(name.toUpperCase())));
}
