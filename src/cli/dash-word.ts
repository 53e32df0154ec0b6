/** Stands for a `-` while yargs parses a command line, because yargs drops it. No argument has a NUL. */
const STAND_IN = "\0-";

/** Returns the words of a command line with a stand-in for each `-`. */
export function withoutDashes(argv: readonly string[]): readonly string[] {
  return argv.map((word) => (word === "-" ? STAND_IN : word));
}

/** Returns a text of yargs with `-` instead of its stand-in. */
export function withDashes(text: string): string {
  return text.replaceAll(STAND_IN, "-");
}
