/** What changes can be grouped by. */
export const GROUPINGS = ["step", "file", "rule", "owner", "package"] as const;

export type Grouping = (typeof GROUPINGS)[number];
