/** The version of ast-grep whose rule format is read. A test compares it with the installed engine. */
export const engineVersion = "0.51";
