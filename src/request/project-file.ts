/** The name of a project file. */
export const PROJECT_FILE = "sluice.yaml";
