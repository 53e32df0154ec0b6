/** The properties by which changes can be grouped. */
export const GROUPINGS = ["step", "file", "rule", "owner", "package"] as const;

export type Grouping = (typeof GROUPINGS)[number];
