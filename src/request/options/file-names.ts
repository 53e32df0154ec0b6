/** The policy's file in the root, if the request names no policy. */
export const DEFAULT_POLICY_FILE = "sluice.policy.yaml";

/** The name of a project file. */
export const PROJECT_FILE = "sluice.yaml";
