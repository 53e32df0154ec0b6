/** A line of CODEOWNERS that says nothing, or not all that it seems to say. */
export interface OwnersFault {
  /** From 1. */
  readonly line: number;
  /** A sentence. */
  readonly message: string;
}

/** The owners that a file CODEOWNERS names. */
export interface CodeOwners {
  /** Returns the owners of a file as they are written; empty if it has none. The path counts from the repository. */
  readonly ownersOf: (path: string) => readonly string[];
  readonly faults: readonly OwnersFault[];
}

/** Splits a line at white space that no `\` is in front of; undefined for an empty line. */
export function splitLine(line: string): readonly [string, ...string[]] | undefined {
  const [first, ...others] = line.match(/(?:\\.|[^\s\\]|\\$)+/gsu) ?? [];
  return first === undefined ? undefined : [first, ...others];
}
