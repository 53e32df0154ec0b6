/** The parts of a path on one line, of which the first ones give way where there is no room. */
export interface PathParts {
  /** With the last `/`. */
  readonly folders: string;
  readonly base: string;
  readonly tail: string;
}

/** So many UTF-16 code units of a name stay, whatever the room: its extension, and a little more. */
const TAIL = 12;

/** Returns the parts of a path; of a folder, which ends in `/`, its own name is the name. */
export function pathParts(path: string): PathParts {
  const start = path.replace(/\/$/, "").lastIndexOf("/") + 1;
  const least = Math.max(start, path.length - TAIL);
  const isInPair = least > start && /^[\udc00-\udfff]/.test(path.slice(least));
  const tail = isInPair ? least - 1 : least;
  return { folders: path.slice(0, start), base: path.slice(start, tail), tail: path.slice(tail) };
}
