import type { KeptFiles } from "../../model/recipe/scope-rules.ts";
import type { Workspace } from "../../model/workspace.ts";
import { globBase, isGlob, pathMatcher } from "../../shared/paths/glob.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { isDependency } from "../path-rules.ts";
import type { Scope } from "../scope.ts";

/** Names that scanners for secrets look for. */
const NAMES: readonly RegExp[] = [
  /^\.env(rc|[._-].*)?$|^[^.].*\.env$|^\.dev\.vars$/,
  /^\.(npmrc|yarnrc(\.ya?ml)?|pypirc|netrc|git-credentials|htpasswd|pgpass|my\.cnf)$/,
  /^\.(dockercfg|s3cfg|boto|sentryclirc|terraformrc)$/,
  /^\.(rclone\.conf|condarc|mcp\.json|claude\.json)$|^\.[\w.-]+[._-](key|token)$/,
  /^(_netrc|auth\.json|local\.settings\.json|wp-config\.php|kubeconfig(\.ya?ml)?|terraform\.rc)$/,
  /^(rclone\.conf|gradle\.properties|nuget\.config|secring\.gpg|key\.json|gha-creds-.*\.json)$/,
  /^\.?vault[._-]?(pass|passwd|password|token)([._-]?file)?(\.(txt|ya?ml|key))?$/,
  /^\.(bash|zsh|sh|psql|mysql|node_repl)_history$/,
  /^id_(rsa|dsa|ecdsa|ed25519)([._-].*)?(?<!\.pub)$|^identity$/,
  /^credentials?(\.(json|ya?ml|xml|toml|ini|csv|properties))?$|credentials\.json$/,
  /(^|[._-])(client[._-]?)?secrets?([._-].*)?\.(json[c5]?|ya?ml|toml|ini|env|xml|properties|txt|conf|cfg|csv)$/,
  /^\.?(secret|password|passwd|token)s?(\.txt)?$/,
  /^(private|secret)[._-]?key\.(asc|gpg|json|txt)$|^(private|secret)\.(asc|gpg|pgp)$/,
  /service[._-]?account.*\.json$|firebase-adminsdk.*\.json$/,
];

/** Extensions of keys, key stores, and of files in which tools write secrets. */
const EXTENSIONS =
  /\.(pem|key|p8|p12|pfx|pkcs12|ppk|jks|keystore|keytab|kdbx?|kubeconfig|ovpn|tfstate|tfvars)$/;

/** Files of tools that keep credentials in a folder of their own. */
const PATHS: readonly RegExp[] = [
  /(^|\/)(\.ssh\/(?!known_hosts|.*\.pub$)|\.gnupg\/|\.aws\/|\.azure\/|\.config\/(gh|gcloud)\/)/,
  /(^|\/)(\.kube\/config|\.docker\/config\.json|\.m2\/settings\.xml)$/,
];

/** The endings that editors and people give to the name of a copy. */
const COPY = /(\.(bak|backup|old|orig|save|swp|tmp|copy)|~)+$/;

/** The names of files that show which variables there are, without their values. Only `.env` has such a custom. */
const EXAMPLE = /^\.env([._-].*)?[._-](example|sample|template|dist)$/;

/** The parts of a glob that stand for more than one name. */
const OPEN = /\{[^}]*\}|\[[^\]]*\]|[@!+?*]\([^)]*\)|[*?]/g;

/** The sources of the decision. */
export interface WithheldSources {
  readonly workspace: Pick<Workspace, "listIgnored" | "listUntracked">;
  readonly scope: Scope;
}

/**
 * Returns the reason why the text of a file is kept from prompts and models, in words that follow its path (F21): it
 * looks like a secret, or git ignores it, does not track it (`listUntracked`) or cannot say so, and no pattern of the
 * scope names it. Undefined if it may be read. `path` is the real name of the file, after all links.
 */
export async function whyWithheld(
  path: string,
  { workspace, scope: { readable } }: WithheldSources,
): Promise<string | undefined> {
  if (isNamedBy(readable, path)) return undefined;
  if (looksSecret(path)) return SECRET;
  return whyByGit(path, readable, await askGit(workspace));
}

/** Returns the files that are kept from a client, whatever its calls and the recipes name: only `named` names one. */
export async function keptFiles(
  named: readonly string[],
  workspace: WithheldSources["workspace"],
): Promise<KeptFiles> {
  const lists = await askGit(workspace);
  return {
    whyOf(path) {
      if (isNamedBy(named, path)) return undefined;
      return looksSecret(path) ? SECRET : whyByGit(path, named, lists);
    },
  };
}

const ADVICE =
  "and is read only if the scope names it: `include` or `readonly` of a recipe, `--paths` of a server";

const SECRET = `looks like a secret, ${ADVICE}`;

/** What git says of files that are kept from models, or its fault. */
type GitAnswer = Readonly<Record<"ignored" | "untracked", readonly string[]>> | { fault: string };

async function askGit(workspace: WithheldSources["workspace"]): Promise<GitAnswer> {
  try {
    const ignored = await workspace.listIgnored();
    return { ignored, untracked: await workspace.listUntracked() };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

function whyByGit(path: string, readable: readonly string[], lists: GitAnswer): string | undefined {
  if ("fault" in lists) return `may be ignored by git, which cannot be decided: ${lists.fault}`;
  const isIgnored = isIn(lists.ignored);
  const isUntracked = isIn(lists.untracked);
  const isKept = (name: string) => isIgnored(name) || isUntracked(name);
  if (!isKept(path) || isNamedBy(readable, path, isKept)) return undefined;
  return `${isIgnored(path) ? "is ignored" : "is not tracked"} by git, ${ADVICE}`;
}

/** Returns the fault of git in one line. */
function faultOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException; // A call of git rejects with these only.
  if (code === "ENOENT") return "git is not installed";
  return `git: ${message.trim().replace(/\s*\n\s*/g, " ")}`;
}

const known = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Returns a test for paths and folders; some disks ignore case. */
function isIn(list: readonly string[]): (path: string) => boolean {
  const folded = known.get(list) ?? new Set(list.map(fold));
  known.set(list, folded);
  return (path) => {
    if (isDependency(`${path}/`)) return true; // The list leaves these folders out.
    const name = fold(path);
    if (folded.has(name) || folded.has(`${name}/`)) return true;
    for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1))
      if (folded.has(`${name.slice(0, end)}/`)) return true;
    return false;
  };
}

function fold(path: string): string {
  return path.toLowerCase();
}

/**
 * Finds a pattern that names a file, so that it is more than a pattern which happens to match it (F21): the path of the
 * file; or a glob whose last part has fixed characters besides an extension (`.env*`, `coverage-*.json`), or is for a
 * kind of secrets (`*.pem`). `**`, `src/**` and `*.json` name nothing.
 *
 * `isIgnored` tells if git ignores a path: a glob that begins in an ignored folder (`dist/**`) names what is in it.
 */
export function isNamedBy(
  patterns: readonly string[],
  path: string,
  isIgnored?: (path: string) => boolean,
): boolean {
  return patterns.some((pattern) => {
    if (tidyPath(pattern) === path) return true;
    if (!pathMatcher([pattern])(path)) return false;
    const base = globBase(pattern);
    if (isIgnored !== undefined && base !== "" && isIgnored(tidyPath(base))) return true;
    return isGlob(pattern) && hasNameIn(pattern.slice(pattern.lastIndexOf("/") + 1));
  });
}

function hasNameIn(last: string): boolean {
  const fixed = last.replace(OPEN, "*");
  const isKind = /^\*+(\.\w*\*?)?$/.test(fixed); // `*.json`
  return (/\w/.test(fixed) && !isKind) || looksSecret(last.replace(OPEN, "x"));
}

/**
 * True if a file looks by its path as if it held secrets, in any case of letters: `.env`, keys, credentials. Pure: what
 * is in the file is not looked at.
 */
export function looksSecret(path: string): boolean {
  const lower = path.toLowerCase().replace(COPY, "");
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  if (EXAMPLE.test(name)) return false;
  return (
    NAMES.some((names) => names.test(name)) ||
    EXTENSIONS.test(name) ||
    PATHS.some((pattern) => pattern.test(lower))
  );
}
