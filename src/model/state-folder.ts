/** The folder below a root in which Sluice keeps its state. Deleting it loses the past and nothing else. */
export const STATE_FOLDER = ".sluice";

/** The parts of it that git ignores. Recipes may be kept there, too. */
export const STATE_IGNORED = "/.gitignore\n/cache/\n/lock*\n/runs/\n";
