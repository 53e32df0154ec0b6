/** The policy's file, in the root, where none is named. */
export const DEFAULT_POLICY_FILE = "sluice.policy.yaml";
