import type { Environment } from "../../model/world.ts";

/** Variables that commands need and that no secret is in. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TMPDIR",
    "TMP",
    "TEMP",
    "LANG",
    "LANGUAGE",
    "TZ",
  ],
  ...["TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CI", "GITHUB_ACTIONS", "GITLAB_CI"],
  ...["SYSTEMROOT", "COMSPEC", "PATHEXT", "WINDIR", "USERPROFILE", "APPDATA", "LOCALAPPDATA"],
]);

/** Returns the variables that a check gets: those without secrets, and those that the policy names. */
export function checkEnvironment(
  env: Environment,
  named: readonly string[],
): Readonly<Record<string, string>> {
  const allowed = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    const isAllowed = ALLOWED.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name);
    return value !== undefined && (isAllowed || named.includes(name)) ? [[name, value]] : [];
  });
  return Object.fromEntries(allowed);
}
