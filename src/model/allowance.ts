/** The environment variables and servers that recipes may name; of the caller, or of a policy. */
export interface Allowance {
  /** Names of variables. */
  readonly env: readonly string[];
  /** `HOST` or `HOST:PORT`, as `parseServer` writes them. */
  readonly hosts: readonly string[];
  /** The file of a policy of the tree whose `allow` does not count, because the caller has not trusted it. */
  readonly distrusted?: string;
}

/** True if the text can be the name of an environment variable, and cannot be a key. */
export function isVariableName(written: string): boolean {
  return /^[A-Z_][A-Z0-9_]{0,99}$/.test(written);
}
