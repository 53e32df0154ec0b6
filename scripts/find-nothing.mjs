// Stands in for `escalade`, with which yargs looks for settings of its own in the package.json above the command. Sluice
// has none there, and names its version itself.

/** Returns a path that is none. */
export default function findNothing() {
  return "";
}
