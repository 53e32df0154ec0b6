/** The version of ast-grep whose rule format is read. A test holds it to the engine that is installed. */
export const engineVersion = "0.51";
