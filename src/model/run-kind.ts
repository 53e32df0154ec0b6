/** The commands that do what a plan says. */
export const PLAN_COMMANDS = ["apply", "publish", "decide"] as const;

/** A command that does what a plan says. */
export type PlanCommand = (typeof PLAN_COMMANDS)[number];

/** The commands whose outcome is a report. */
export const RUN_COMMANDS = ["run", "preview", "plan", "verify", ...PLAN_COMMANDS] as const;

/** A command whose outcome is a report. */
export type RunCommand = (typeof RUN_COMMANDS)[number];

/** True if a command never writes users' files: its accepted edits are on an overlay, or on branches of a forge. */
export function isDryRun(command: RunCommand | undefined): boolean {
  return DRY.some((one) => one === command);
}

const DRY: readonly RunCommand[] = ["preview", "plan", "verify", "publish"];
