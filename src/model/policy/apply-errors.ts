/** The end of an action whose apply fails. */
export const APPLY_ERRORS = ["hold", "discard", "retry", "fail"] as const;
export type OnApplyError = (typeof APPLY_ERRORS)[number];
