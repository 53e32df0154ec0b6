/** A change of a policy that none of its tests notices. */
export interface Survivor {
  /** The guard or rule that was changed, or `default`. */
  readonly rule: string;
  /** The change in words: ``without `maxFiles` ``. */
  readonly change: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

/** How well the tests of a policy notice changes of it. */
export interface MutatedPolicy {
  /** The share of the changes that a test notices, from 0 to 100, rounded down. */
  readonly score: number;
  readonly tried: number;
  readonly killed: number;
  /** True if the policy and its tests are so large that the last changes were not tried. */
  readonly isCut: boolean;
  readonly survivors: readonly Survivor[];
}
