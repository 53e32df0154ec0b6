import { type CodeOwners, type OwnersFault, splitLine } from "./owner-lines.ts";
import { gitlabPatternFault, parseGitlabPattern } from "./owner-pattern.ts";
import { type OwnerRule, OwnerRules } from "./owner-rules.ts";

/** A section whose lines are still being read. */
interface OpenSection {
  readonly rules: OwnerRule[];
  /** The owners of lines that name none. */
  defaults: readonly string[];
}

/** `[Name]`, `^[Name]` (optional), `[Name][2]` (approvals), and default owners after it. */
const SECTION = /^\^?\[([^\]]+)\](?:\[\d+\])?(?:\s+(.*))?$/s;

/** True for a line that begins a section. A pattern of GitHub with a set of characters is none: `[ab].js`. */
export function isSectionLine(line: string): boolean {
  const found = SECTION.exec(line.trim());
  return found !== null && ownersIn((found[2] ?? "").split(/\s+/)).odd === undefined;
}

/**
 * Parses CODEOWNERS as GitLab reads it: of each section the last line that matches counts, and the owners of all
 * sections add up. Lines in front of the first section are one of their own.
 */
export function parseGitlabOwners(lines: readonly string[]): CodeOwners {
  const sections = new Map<string, OpenSection>();
  const faults: OwnersFault[] = [];
  let section = openSection(sections, "", []);
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    const [heading, name = "", behind = ""] = SECTION.exec(text) ?? [];
    const fault = (message: string) => faults.push({ line: index + 1, message });
    if (heading === undefined) addLine(section, text, fault);
    else {
      const { owners, odd } = ownersIn(behind.split(/\s+/));
      if (odd !== undefined) fault(noOwner(odd));
      section = openSection(sections, name.toLowerCase(), owners);
    }
  }
  const all = [...sections.values()].map(({ rules }) => new OwnerRules(rules));
  const ownersOf = (path: string) => {
    const names = path.split("/");
    return [...new Set(all.flatMap((one) => (one.excludes(names) ? [] : one.ownersOf(names))))];
  };
  return { ownersOf, faults };
}

/** Opens a section; sections of one name, in any case of letters, are one. */
function openSection(
  sections: Map<string, OpenSection>,
  name: string,
  defaults: readonly string[],
): OpenSection {
  const section = sections.get(name) ?? { rules: [], defaults };
  section.defaults = defaults;
  sections.set(name, section);
  return section;
}

function addLine(
  { rules, defaults }: OpenSection,
  text: string,
  fault: (message: string) => void,
): void {
  const [written = "", ...words] = splitLine(text) ?? [];
  const isExclusion = written.startsWith("!");
  const pattern = isExclusion ? written.slice(1) : written;
  const why = gitlabPatternFault(pattern);
  if (why !== undefined) {
    fault(`The pattern \`${pattern.slice(0, 100)}\` ${why}.`);
    return;
  }
  const { owners, odd } = ownersIn(words);
  if (odd !== undefined) fault(noOwner(odd));
  const own = owners.length > 0 || isExclusion ? owners : defaults;
  if (own.length === 0 && !isExclusion)
    fault("This line names no owner, and its section has none.");
  rules.push({ pattern: parseGitlabPattern(pattern), owners: own, isExclusion });
}

function noOwner(word: string): string {
  return `\`${word.slice(0, 100)}\` is no owner: GitLab leaves it out.`;
}

/** A user, a group or a role (`@@developer`), or the address of a mail. */
const OWNER = /^(@@?[\w.-]+(\/[\w.-]+)*|[\w.%+-]+@[\w.-]+)$/;

/** Returns the owners among words, and the first word that is none. */
function ownersIn(words: readonly string[]): {
  readonly owners: readonly string[];
  readonly odd: string | undefined;
} {
  const some = words.filter((word) => word !== "");
  const owners = some.filter((word) => OWNER.test(word));
  return { owners, odd: some.find((word) => !OWNER.test(word)) };
}
