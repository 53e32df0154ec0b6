/** The tree in which only some of the applied actions stand. */
export type Variant =
  | {
      readonly kind: "made";
      readonly standing: ReadonlySet<string>;
      /** Actions that were to go, and whose files another process has changed, each with the reason. */
      readonly stuck: ReadonlyMap<string, string>;
      /** Actions that were to stand again, and whose files another process has changed, each with the reason. */
      readonly lost: ReadonlyMap<string, string>;
      /** Actions that were to stay and rest on one that goes, with its id. */
      readonly resting: ReadonlyMap<string, string>;
    }
  | { readonly kind: "refused"; readonly why: string };

/** The actions that stand in a tree, and those of the same run that do not. */
export interface Standing {
  readonly standing: ReadonlySet<string>;
  readonly missing: readonly string[];
}
