/**
 * Kinds of faults of names. `unbound`: nothing declares the name; `captured`: it means another declaration than it was
 * meant to; `duplicate`: it is declared twice; `unused`: an import that nothing uses any more.
 */
export type NameFaultKind = "unbound" | "captured" | "duplicate" | "unused";

/** Code that an edit drops or changes although its op does not name it (L1). */
export interface CodeLoss {
  /**
   * `comment`, `token`: the result lacks it. `string`: the content of a literal is another one. `grouping`: it is read
   * in another way than its template and the captures in it. `import`: a name in it does not mean what the step
   * imports. The others are faults of names: see `NameFault`.
   */
  readonly kind: "comment" | "token" | "string" | "grouping" | "import" | NameFaultKind;
  /** The first line of it, at most 40 code points. */
  readonly text: string;
  /** Its place in the text that was searched; of code that an earlier pass wrote, that of the edit. */
  readonly at: number;
  /** The place of the edit. */
  readonly edit: { readonly start: number; readonly end: number };
}
