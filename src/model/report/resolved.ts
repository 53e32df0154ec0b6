/** The rule of a held action that a person has ended after the run. */
export const RESOLVED = "resolve";
