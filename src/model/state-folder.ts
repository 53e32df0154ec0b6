/** Where Sluice keeps what it knows of a root, below it. Deleting it loses the past and nothing else. */
export const STATE_FOLDER = ".sluice";

/** What git must not see of it. Recipes may be kept there, too. */
export const STATE_IGNORED = "/.gitignore\n/cache/\n/lock*\n/runs/\n";
