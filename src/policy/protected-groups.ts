import type { Conditions } from "../model/policy.ts";
import { AGENT_NAMES, CI_NAMES, type NamesByReader, PACKAGE_NAMES } from "./protected-names.ts";

/** A group of files that no policy lets change unless it lifts the group: one built-in guard. */
export interface ProtectedGroup {
  /** The id of the guard. A guard of a policy with the same id replaces it. */
  readonly id: string;
  /** A phrase for reasons. */
  readonly title: string;
  /** Patterns in small letters for folded paths (`foldedPath`), in the syntax of `createNameMatcher`. */
  readonly files: string;
  /** A fact that names more files. */
  readonly fact?: keyof Conditions & ("runFiles" | "packageScripts");
}

/** The workflows of GitHub, and the files that lock dependencies. A structural edit in one is always a mistake. */
const WORKFLOWS_AND_LOCKFILES = `
  /.github/ /github~1/
  package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock
  cargo.lock poetry.lock uv.lock pdm.lock pipfile.lock pylock*.toml gemfile.lock gems.locked composer.lock
  go.sum go.work.sum mix.lock rebar.lock podfile.lock cartfile.resolved package.resolved pubspec.lock gradle.lockfile
  buildscript-gradle.lockfile packages.lock.json paket.lock flake.lock conan.lock pixi.lock
  conda-lock.yml stack.yaml.lock cabal.project.freeze module.bazel.lock mise.lock .terraform.lock.hcl`;

const SETTINGS = `
  sluice.yaml sluice.yml sluice.policy.yaml sluice.policy.yml sgconfig.yml sgconfig.yaml`;

/** Settings of git, and of the programs that start commands from its hooks. */
const GIT_SETTINGS = `
  .gitattributes .gitignore .gitmodules .gitconfig .githooks/ .husky/ .huskyrc*
  lefthook.* lefthook-local.* .lefthook.* .lefthook-local.* .lefthook/ .lefthook-local/
  .lintstagedrc* lint-staged.config.* .simple-git-hooks.* simple-git-hooks.*
  .pre-commit-config.yaml .pre-commit-config.yml .pre-commit-hooks.yaml .overcommit.yml`;

const OWNERS = "codeowners owners owners_aliases";

const namesOf = (byReader: NamesByReader) => Object.values(byReader).join(" ");

/** The guard that hits an action which names no files, in place of all others; it covers no path. */
export const UNNAMED = "protected-unnamed";

/** Every group, in the order of a trace. */
export const PROTECTED_GROUPS: readonly ProtectedGroup[] = [
  { id: "protected", title: ".github/** or a lockfile", files: WORKFLOWS_AND_LOCKFILES },
  { id: "protected-run", title: "files that configure this run", files: "", fact: "runFiles" },
  { id: "protected-settings", title: "settings of Sluice and ast-grep", files: SETTINGS },
  {
    id: "protected-packages",
    title: "scripts, dependencies and settings of package managers",
    files: namesOf(PACKAGE_NAMES),
    fact: "packageScripts",
  },
  { id: "protected-git", title: "settings of git and its hooks", files: GIT_SETTINGS },
  { id: "protected-env", title: "files of variables", files: ".env*" },
  { id: "protected-ci", title: "files of CI systems", files: namesOf(CI_NAMES) },
  { id: "protected-owners", title: "owners of code", files: OWNERS },
  {
    id: "protected-agents",
    title: "instructions and settings of agents and editors",
    files: namesOf(AGENT_NAMES),
  },
  { id: UNNAMED, title: "actions that name no files", files: "" },
];

/** Returns the ids of the groups that a folded path is in by its name. */
export const groupsOf: NameMatcher = createNameMatcher(
  Object.fromEntries(PROTECTED_GROUPS.map(({ id, files }) => [id, files])),
);

/** Returns the labels of the patterns that a folded path matches, without doubles. */
type NameMatcher = (path: string) => readonly string[];

/** The patterns by their form, each with its label. */
interface Patterns {
  /** Names of files. */
  readonly files: Map<string, string>;
  /** Names of folders, for everything below. */
  readonly folders: Map<string, string>;
  /** `folder/name` and `/folder/`, for which a second look is taken at names that end one. */
  readonly longer: Map<string, string>;
  readonly ends: Set<string>;
  /** Of a file; with a folder, only in one of that name. */
  readonly open: {
    readonly folder: string | undefined;
    readonly begin: string;
    readonly end: string;
    readonly label: string;
  }[];
}

/**
 * Returns a matcher for names at any depth, in linear time: `name`, `begin*end` for the name of a file, `folder/` for
 * everything below a folder, and `folder/name`, `folder/begin*end`; `/folder/` only at the root. Several are separated
 * by white space.
 */
function createNameMatcher(labelled: Readonly<Record<string, string>>): NameMatcher {
  const patterns: Patterns = {
    files: new Map(),
    folders: new Map(),
    longer: new Map(),
    ends: new Set(),
    open: [],
  };
  for (const [label, list] of Object.entries(labelled))
    for (const pattern of list.split(/\s+/)) if (pattern !== "") add(patterns, pattern, label);
  return (path) => matchesOf(patterns, path);
}

function add({ files, folders, longer, ends, open }: Patterns, pattern: string, label: string) {
  const [begin = "", end] = pattern.split("*");
  const slash = pattern.slice(0, -1).lastIndexOf("/");
  if (end !== undefined) {
    const name = begin.slice(slash + 1);
    open.push({
      folder: slash === -1 ? undefined : begin.slice(0, slash),
      begin: name,
      end,
      label,
    });
  } else if (slash !== -1) {
    longer.set(pattern, label);
    ends.add(pattern.slice(slash + 1).replace("/", ""));
  } else if (pattern.endsWith("/")) folders.set(pattern.slice(0, -1), label);
  else files.set(pattern, label);
}

function matchesOf({ files, folders, longer, ends, open }: Patterns, path: string) {
  const names = path.split("/");
  const last = names.length - 1;
  const found = new Set<string | undefined>();
  for (const [index, name] of names.entries()) {
    found.add((index === last ? files : folders).get(name));
    if (!ends.has(name)) continue;
    found.add(longer.get(`${names[index - 1] ?? ""}/${name}${index === last ? "" : "/"}`));
  }
  const file = names[last] ?? "";
  for (const { folder, begin, end, label } of open)
    if (
      file.length >= begin.length + end.length &&
      file.startsWith(begin) &&
      file.endsWith(end) &&
      (folder === undefined || folder === names[last - 1])
    )
      found.add(label);
  return [...found].filter((label) => label !== undefined);
}
