/** Returns a text that was given to a {@link TextStore}. */
export interface TextHandle {
  text(): string;
}

/** Keeps the texts of a run until a reader asks for them: a bounded number in memory, the others elsewhere. */
export interface TextStore {
  /** True once the memory for texts is used up, so that it is worthwhile to hand them over. */
  readonly isFull: boolean;
  /** True if no file can take texts: however many they are, they stay in memory. */
  readonly holdsAll: boolean;
  /** Counts text that its owner keeps in memory; UTF-16 code units. */
  count(length: number): void;
  /** Takes a text. The caller lets go of it, and asks the handle. */
  keep(text: string): TextHandle;
}
