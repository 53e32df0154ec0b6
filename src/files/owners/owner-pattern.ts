/** The pattern of a line of CODEOWNERS, by the names of folders and files in it. */
export interface OwnerPattern {
  /** `**` stands for any number of folders; everything else for one name. */
  readonly names: readonly ("**" | NamePattern)[];
}

/** The characters of a name: each as itself, `*` for any number of others, `?` for one, or one of a set. */
type NamePattern = readonly (string | "any" | "one" | CharacterSet)[];

interface CharacterSet {
  readonly isNegated: boolean;
  /** Characters, and the ends of ranges. */
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

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
    return names.length === 0 && last === "" ? NOTHING : { names: [...names, "**", ["any"]] };
  const own = parseName(last);
  if (last === "*") return { names: [...names, own] };
  return { names: [...names, own, "**"] };
}

/** `/` alone: no file has this name. */
const NOTHING: OwnerPattern = { names: [[]] };

/**
 * Parses a pattern as GitLab reads it, which is `File.fnmatch` of Ruby: a folder needs a `/` at its end, `**` at the
 * end stays in one folder, and `[abc]` is a set of characters.
 */
export function parseGitlabPattern(pattern: string): OwnerPattern {
  const spaced = pattern.replace(/^\\#/, "#").replace(/\\(\s)\s*/g, "$1");
  const whole = spaced.startsWith("/") ? spaced.slice(1) : `**/${spaced}`;
  const parts = (whole.endsWith("/") ? `${whole}**/*` : whole).split("/");
  const last = parts.pop() ?? "";
  const names = parts.map((part) => (part === "**" ? "**" : parseName(part, { hasSets: true })));
  return { names: [...names, parseName(last, { hasSets: true })] };
}

function nameOrFolders(part: string): "**" | NamePattern {
  return part === "**" ? "**" : parseName(part);
}

function parseName(text: string, { hasSets } = { hasSets: false }): NamePattern {
  const characters = [...text];
  const lastEnd = hasSets ? characters.lastIndexOf("]") : -1;
  const name: NamePattern[number][] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    const set = character === "[" && at < lastEnd ? parseSet(characters, at) : undefined;
    if (character === "\\") {
      at += 1;
      name.push(characters[at] ?? "\\");
    } else if (set !== undefined) {
      name.push(set.set);
      at = set.end;
    } else if (character === "*") {
      if (name.at(-1) !== "any") name.push("any");
    } else name.push(character === "?" ? "one" : character);
  }
  return name;
}

/** Parses `[a-z]`, `[!x]`, `[^x]`; undefined if it does not end, so that `[` is a character like others. */
function parseSet(
  characters: readonly string[],
  start: number,
): { readonly set: CharacterSet; readonly end: number } | undefined {
  const end = characters.indexOf("]", start + 2);
  if (end === -1) return undefined;
  const isNegated = ["!", "^"].includes(characters[start + 1] ?? "");
  const inner = characters.slice(start + (isNegated ? 2 : 1), end);
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < inner.length; at += 1) {
    const from = inner[at] ?? "";
    const to = inner[at + 1] === "-" ? inner[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return { set: { isNegated, ranges }, end };
}

/** True if a pattern matches a path, given as its names. The time grows with the product of their lengths at most. */
export function matchesPattern({ names }: OwnerPattern, path: readonly string[]): boolean {
  return matchesInOrder(names, path, (one) => one === "**", matchesName);
}

function matchesName(pattern: "**" | NamePattern, name: string): boolean {
  if (pattern === "**") return false; // It was taken for any number of names.
  return matchesInOrder(pattern, [...name], (one) => one === "any", matchesCharacter);
}

function matchesCharacter(pattern: NamePattern[number], character: string): boolean {
  if (typeof pattern === "string") return pattern === "one" || pattern === character;
  const isIn = pattern.ranges.some(([from, to]) => from <= character && character <= to);
  return isIn !== pattern.isNegated;
}

/** Matches items with parts of a pattern. Some stand for any number of items; it goes back to the last such one. */
function matchesInOrder<Part, Item>(
  parts: readonly Part[],
  items: readonly Item[],
  isAny: (part: Part) => boolean,
  matches: (part: Part, item: Item) => boolean,
): boolean {
  let [part, item] = [0, 0];
  let resume: { readonly part: number; item: number } | undefined;
  while (item < items.length) {
    const current = parts[part];
    if (current !== undefined && isAny(current)) {
      resume = { part: part + 1, item };
      part += 1;
    } else if (current !== undefined && matches(current, items[item] as Item)) {
      part += 1;
      item += 1;
    } else if (resume === undefined) return false;
    else {
      resume.item += 1;
      part = resume.part;
      item = resume.item;
    }
  }
  while (part < parts.length && isAny(parts[part] as Part)) part += 1;
  return part === parts.length;
}
