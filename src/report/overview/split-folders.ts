import { addTo } from "../../shared/lists/add-to.ts";

/** A folder with a smaller part of all paths is not split. */
const LEAST_PART = 0.1;

/** The most folders that one is split into: the fullest ones, and the rest. */
const MOST_PARTS = 6;

/** A folder in which files change, with those below it, except those that stand on a line of their own. */
interface Folder {
  /** With a slash at its end; the root is `./`. */
  readonly name: string;
  readonly paths: readonly string[];
  /** It does not have all that stands below its name. */
  readonly isRest?: true;
}

/** Returns at most so many folders that together have all paths: the fullest ones are split into what is in them. */
export function splitFolders(paths: readonly string[], most: number): readonly Folder[] {
  let folders: readonly Folder[] = [{ name: "./", paths }];
  const whole = new Set<Folder>();
  for (;;) {
    const fullest = folders
      .filter((folder) => !whole.has(folder) && folder.paths.length >= LEAST_PART * paths.length)
      .reduce<Folder | undefined>(
        (best, each) => (best === undefined || each.paths.length > best.paths.length ? each : best),
        undefined,
      );
    if (fullest === undefined) return folders;
    whole.add(fullest);
    const room = Math.min(most - folders.length + 1, MOST_PARTS);
    const parts = splitFullest(partsOf(fullest), room, fullest.name);
    for (const part of parts) if (part.name === fullest.name) whole.add(part);
    if (parts.length > 0)
      folders = folders.flatMap((folder) => (folder === fullest ? parts : [folder]));
  }
}

/** Returns so many folders: the fullest ones, and under the name of the folder around them the others. */
function splitFullest(parts: readonly Folder[], room: number, name: string): readonly Folder[] {
  if (parts.length <= room) return parts;
  if (room < 2) return [];
  const inner = parts.filter((part) => part.name !== name);
  const sorted = inner.sort((a, b) => b.paths.length - a.paths.length).slice(0, room - 1);
  const shown = new Set(sorted);
  const rest = parts.filter((part) => !shown.has(part)).flatMap((part) => part.paths);
  return [...sorted, { name, paths: rest, isRest: true }];
}

/** Returns the folders in a folder, and before them itself with its own files; none if it has only these. */
function partsOf({ name, paths }: Folder): readonly Folder[] {
  const depth = name === "./" ? 0 : name.length;
  const ownPaths: string[] = [];
  const inner = new Map<string, string[]>();
  for (const path of paths) {
    const end = path.indexOf("/", depth);
    if (end === -1) ownPaths.push(path);
    else {
      const folder = path.slice(0, end + 1);
      addTo(inner, folder, path);
    }
  }
  if (inner.size === 0) return [];
  const folders = [...inner].map(([folder, all]) => ({ name: folder, paths: all }));
  return ownPaths.length === 0 ? folders : [{ name, paths: ownPaths, isRest: true }, ...folders];
}
