/** The write of an earlier run for one action. */
interface PastWrite {
  readonly recipe: string | undefined;
  readonly step: string | undefined;
  readonly label: string;
  /** Every file of it is still as the run, or the runs that resumed it, left it. */
  readonly stands: boolean;
}

/** The writes of the run that is resumed, and of those that it resumed itself. */
export class PastWrites {
  readonly #writes: readonly PastWrite[];

  constructor(writes: readonly PastWrite[]) {
    this.#writes = writes;
  }

  /** Returns the labels of the writes that are still in the files, in the order of writing. */
  standing(part: { readonly recipe: string; readonly step?: string }): readonly string[] {
    return this.#of(part, true);
  }

  /** Returns the labels of the writes whose files were changed or put back since. */
  changed(part: { readonly recipe: string; readonly step?: string }): readonly string[] {
    return this.#of(part, false);
  }

  #of(
    { recipe, step }: { readonly recipe: string; readonly step?: string },
    stands: boolean,
  ): readonly string[] {
    return this.#writes
      .filter((write) => write.recipe === recipe && (step === undefined || write.step === step))
      .filter((write) => write.stands === stands)
      .map(({ label }) => label);
  }
}
