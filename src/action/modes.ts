/** The values of the input `mode`: the commands that the action runs. The first is the default. */
export const MODES = ["preview", "run", "plan", "merge", "apply", "publish", "decide"] as const;

/** A command that the action runs. */
export type Mode = (typeof MODES)[number];
