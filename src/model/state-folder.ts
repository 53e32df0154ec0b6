/** The folder below a root in which Sluice keeps its state. Deleting it loses the past and nothing else. */
export const STATE_FOLDER = ".sluice";

/** The parts of it that git ignores. Recipes may be kept there, too. */
export const STATE_IGNORED = "/.gitignore\n/cache/\n/fleet/\n/lock*\n/runs/\n";

/** True for the path of the state folder, and for those below it, in any case: some disks ignore case. */
export function isInState(path: string): boolean {
  const start = path.slice(0, STATE_FOLDER.length + 1).toLowerCase();
  return start === STATE_FOLDER || start === `${STATE_FOLDER}/`;
}
