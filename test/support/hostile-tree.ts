export const OPS: [string, string][] = [["foo($A)", "bar($A)"]];
export const ARGV = ["run", "r.yaml", "--policy", "apply-all"];
