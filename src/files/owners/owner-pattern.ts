import { negatedIf, rangesIn, setOf } from "../../shared/glob/character-class.ts";
import { ANYTHING, type PlainPart } from "../../shared/glob/glob-tree.ts";
import {
  alternativesMatcher,
  matchesNames,
  type NamePattern,
  wholeText,
} from "../../shared/glob/match-pieces.ts";

/** The pattern of a line of CODEOWNERS, by the names of folders and files in it. */
export interface OwnerPattern {
  readonly names: readonly NamePattern[];
  /** The name of the only folder or file at the top that it can match; undefined if there may be others. */
  readonly top: string | undefined;
}

/** A name of a pattern before it is compiled. */
type WrittenName = "**" | readonly PlainPart[];

/** The most characters of a pattern. */
const MAX_LENGTH = 4096;

/** Returns why a pattern of GitHub cannot be used, in words that follow it; undefined if it can. */
export function githubPatternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return "is too long";
  if (pattern.startsWith("!")) return "begins with `!`, which has no meaning here";
  if (pattern.includes("***")) return "has three `*` in a row";
  return undefined;
}

/** Returns why a pattern of GitLab cannot be used, in words that follow it; undefined if it can. */
export function gitlabPatternFault(pattern: string): string | undefined {
  return pattern.length > MAX_LENGTH ? "is too long" : undefined;
}

/**
 * Parses a pattern as GitHub reads it: as in `.gitignore`, without `!` and without sets of characters, and `docs/*` has
 * only the files directly in `docs`.
 */
export function parseGithubPattern(pattern: string): OwnerPattern {
  const parts = pattern.split("/");
  const isAnchored = parts.length > 2 || (parts.length === 2 && parts[1] !== "");
  if (parts[0] === "") parts.shift();
  else if (!isAnchored && parts[0] !== "**") parts.unshift("**");
  const last = parts.pop() ?? "";
  const names = parts.filter((part) => part !== "").map(nameOrFolders);
  if (last === "" || last === "**")
    return patternOf(names.length === 0 && last === "" ? [NO_NAME] : [...names, "**", [ANY]]);
  const own = parseName(last);
  return patternOf(last === "*" ? [...names, own] : [...names, own, "**"]);
}

/** `/` alone: no file has this name. */
const NO_NAME: WrittenName = [];

const ANY: PlainPart = { kind: "run", set: ANYTHING };

function patternOf(written: readonly WrittenName[]): OwnerPattern {
  const [first = "**"] = written;
  const names = written.map((name) => (name === "**" ? name : alternativesMatcher([name])));
  return { names, top: first === "**" ? undefined : wholeText(first) };
}

/**
 * Parses a pattern as GitLab reads it, which is `File.fnmatch` of Ruby: a folder needs a `/` at its end, `**` at the
 * end stays in one folder, and `[abc]` is a set of characters.
 */
export function parseGitlabPattern(pattern: string): OwnerPattern {
  const spaced = pattern.replace(/^\\#/, "#").replace(/\\(\s)\s*/g, "$1");
  const whole = spaced.startsWith("/") ? spaced.slice(1) : `**/${spaced}`;
  const parts = (whole.endsWith("/") ? `${whole}**/*` : whole).split("/");
  const last = parts.pop() ?? "";
  const names = parts.map(
    (part): WrittenName => (part === "**" ? "**" : parseName(part, { hasSets: true })),
  );
  return patternOf([...names, parseName(last, { hasSets: true })]);
}

function nameOrFolders(part: string): WrittenName {
  return part === "**" ? "**" : parseName(part);
}

function parseName(text: string, { hasSets } = { hasSets: false }): readonly PlainPart[] {
  const characters = [...text];
  const lastEnd = hasSets ? characters.lastIndexOf("]") : -1;
  const name: PlainPart[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const set = character === "[" && at < lastEnd ? parseSet(characters, at) : undefined;
    if (character === "\\") {
      at += 1;
      name.push({ kind: "text", text: characters[at] ?? "\\" });
    } else if (set !== undefined) {
      name.push(set.part);
      at = set.end;
    } else if (character === "*") {
      if (name.at(-1) !== ANY) name.push(ANY);
    } else if (character === "?") name.push({ kind: "one", set: ANYTHING });
    else name.push({ kind: "text", text: character });
  }
  return name;
}

/** Parses `[a-z]`, `[!x]`, `[^x]`; undefined if it does not end, so that `[` is a character like others. */
function parseSet(
  characters: readonly string[],
  start: number,
): { readonly part: PlainPart; readonly end: number } | undefined {
  const end = characters.indexOf("]", start + 2);
  if (end === -1) return undefined;
  const isNegated = ["!", "^"].includes(characters[start + 1] ?? "");
  const ranges = rangesIn(characters.slice(start + (isNegated ? 2 : 1), end));
  return { part: { kind: "one", set: negatedIf(isNegated, setOf(ranges)) }, end };
}

/** True if a pattern matches a path, given as its names. The time grows with the product of their lengths at most. */
export function matchesPattern({ names }: OwnerPattern, path: readonly string[]): boolean {
  return matchesNames(names, path);
}
