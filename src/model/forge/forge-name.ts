/** The forges that take comments on pull requests. */
export const FORGES = ["github", "gitlab"] as const;

/** A forge that takes comments on pull requests. */
export type ForgeName = (typeof FORGES)[number];
