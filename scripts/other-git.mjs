// Tests, the build and the benchmark make repositories of their own. In a hook, or under `git bisect run`, variables name
// the repository and the index of the git that has started them, and every git would work on these.

/** The variables that belong to one repository (`git rev-parse --local-env-vars`), or to the commit that it is making. */
export const OF_ANOTHER_GIT = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_CONFIG",
  "GIT_CONFIG_PARAMETERS",
  "GIT_CONFIG_COUNT",
  "GIT_OBJECT_DIRECTORY",
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_INDEX_FILE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_REPLACE_REF_BASE",
  "GIT_PREFIX",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_QUARANTINE_PATH",
  "GIT_REFLOG_ACTION",
  ...["AUTHOR", "COMMITTER"].flatMap((who) =>
    ["NAME", "EMAIL", "DATE"].map((what) => `GIT_${who}_${what}`),
  ),
];

/** Removes these variables from the environment of this process, which others inherit. */
export function leaveOtherGit() {
  for (const name of OF_ANOTHER_GIT) delete process.env[name];
}
