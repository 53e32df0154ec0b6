import { type CodeOwners, type OwnersFault, splitLine } from "./owner-lines.ts";
import { githubPatternFault, parseGithubPattern } from "./owner-pattern.ts";
import { type OwnerRule, OwnerRules } from "./owner-rules.ts";
import { isSectionLine, parseGitlabOwners } from "./parse-gitlab-owners.ts";

/** The largest file that counts, in bytes: that of GitHub. */
export const MAX_CODEOWNERS = 3 * 1024 * 1024;

/**
 * Parses CODEOWNERS as GitHub reads it: the last line that matches a file counts, and a line with a fault is left out.
 * A file with sections, or in a folder `.gitlab`, is read as GitLab does.
 */
export function parseCodeOwners(text: string, path: string): CodeOwners {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const isGitlab = /(^|\/)\.gitlab\//.test(path) || lines.some(isSectionLine);
  return isGitlab ? parseGitlabOwners(lines) : parseGithubOwners(lines);
}

function parseGithubOwners(lines: readonly string[]): CodeOwners {
  const rules: OwnerRule[] = [];
  const faults: OwnersFault[] = [];
  for (const [index, line] of lines.entries()) {
    const written = splitLine(line.replace(/#.*$/s, "").trim());
    if (written === undefined) continue;
    const [pattern, ...owners] = written;
    const fault = githubFault(pattern, owners);
    if (fault === undefined) rules.push({ pattern: parseGithubPattern(pattern), owners });
    else faults.push({ line: index + 1, message: `${fault}: GitHub leaves this line out.` });
  }
  const all = new OwnerRules(rules);
  return { ownersOf: (path) => all.ownersOf(path.split("/")), faults };
}

function githubFault(pattern: string, owners: readonly string[]): string | undefined {
  const fault = githubPatternFault(pattern);
  if (fault !== undefined) return `The pattern \`${pattern.slice(0, 100)}\` ${fault}`;
  const odd = owners.find((owner) => !OWNER.test(owner));
  return odd === undefined ? undefined : `\`${odd.slice(0, 100)}\` is no owner`;
}

/** A user, a team of an organization, or the address of a mail. */
const OWNER = /^(@[\w.-]+(\/[\w.-]+)?|[\w.%+-]+@[\w.-]+)$/;
