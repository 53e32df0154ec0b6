/** The commands whose outcome is told as a report. */
export const RUN_COMMANDS = ["run", "preview", "plan", "apply"] as const;

/** A command whose outcome is told as a report. */
export type RunCommand = (typeof RUN_COMMANDS)[number];

/** Whether a command never writes users' files: what it accepts lies on an overlay. */
export function isDryRun(command: RunCommand | undefined): boolean {
  return command === "preview" || command === "plan";
}
