/** Returns the labels of the patterns that a folded path matches, without doubles. */
export type NameMatcher = (path: string) => readonly string[];

/** The patterns by their form, each with its label. */
interface Patterns {
  /** Names of files. */
  readonly files: Map<string, string>;
  /** Names of folders, for everything below. */
  readonly folders: Map<string, string>;
  /** `folder/name` and `/folder/`, for which a second look is taken at names that end one. */
  readonly longer: Map<string, string>;
  readonly ends: Set<string>;
  readonly open: { readonly begin: string; readonly end: string; readonly label: string }[];
}

/**
 * Returns a matcher for names at any depth, in linear time: `name`, `begin*end` for the name of a file, `folder/` for
 * everything below a folder, and `folder/name`; `/folder/` only at the root. Several are separated by white space.
 */
export function createNameMatcher(labelled: Readonly<Record<string, string>>): NameMatcher {
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
  if (end !== undefined) open.push({ begin, end, label });
  else if (slash !== -1) {
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
  for (const { begin, end, label } of open)
    if (file.length >= begin.length + end.length && file.startsWith(begin) && file.endsWith(end))
      found.add(label);
  return [...found].filter((label) => label !== undefined);
}
