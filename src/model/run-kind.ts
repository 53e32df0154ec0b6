/** The commands whose outcome is a report. */
export const RUN_COMMANDS = ["run", "preview", "plan", "apply", "publish", "decide"] as const;

/** A command whose outcome is a report. */
export type RunCommand = (typeof RUN_COMMANDS)[number];

/** True if a command never writes users' files: its accepted edits are on an overlay, or on branches of a forge. */
export function isDryRun(command: RunCommand | undefined): boolean {
  return command === "preview" || command === "plan" || command === "publish";
}
