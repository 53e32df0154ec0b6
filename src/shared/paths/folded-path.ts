/** Characters that the file system of macOS ignores when it compares names. */
export const LEFT_OUT = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/;

const ALL_LEFT_OUT = new RegExp(LEFT_OUT, "g");

/**
 * Returns the form of a posix path that is the same for all names that some system takes for one: in any case of
 * letters, with marks composed or not, with dots, spaces or a stream (`:x`) after a name. Takes linear time.
 */
export function foldedPath(path: string): string {
  const same = path.normalize("NFC").replace(ALL_LEFT_OUT, "").toUpperCase().toLowerCase();
  return same.split("/").map(withoutTail).join("/");
}

/** Leaves out what Windows leaves out of a name: its stream, and the dots and spaces at its end. */
function withoutTail(name: string): string {
  const stream = name.indexOf(":", 1);
  let end = stream === -1 ? name.length : stream;
  while (end > 1 && (name[end - 1] === "." || name[end - 1] === " ")) end -= 1;
  return name.slice(0, end);
}
