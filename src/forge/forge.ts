import type { PlacedSuggestion } from "../model/forge/placed-suggestion.ts";

/** A comment that an earlier run of the same use made. */
export interface OwnComment {
  /** In the words of the forge. */
  readonly id: string;
  readonly body: string;
  /** The page that shows it; undefined if the forge does not say. */
  readonly url: string | undefined;
}

/** One pull request or merge request, and the token that may comment on it. */
export interface Forge {
  /** For people: `GitHub`. */
  readonly name: string;
  /** The most UTF-16 code units of a comment. */
  readonly limit: number;
  /** True if its events tell who has edited a comment. */
  readonly tellsEditors: boolean;
  /** Finds the visible comments of this token that begin with a marker, the oldest first. */
  findOwn(marker: string): Promise<readonly OwnComment[]>;
  /** Returns the address of the new comment; undefined if the forge does not say. */
  create(body: string): Promise<string | undefined>;
  update(comment: OwnComment, body: string): Promise<void>;
  /** Hides a comment for which there is a newer one. */
  retire(comment: OwnComment): Promise<void>;
  /** Absent if the forge takes no suggestions from Sluice. */
  readonly review?: Review;
}

/** The review of a pull request: its lines, and the suggestions on them. */
export interface Review {
  /** Reads the current head, and the first texts of the threads that this token opened. */
  readState(): Promise<{ readonly head: string; readonly threads: readonly string[] }>;
  /** Reads the diff of each file, by its path in the repository; without those that are too large. */
  readPatches(): Promise<ReadonlyMap<string, string>>;
  suggest(head: string, suggestions: readonly PlacedSuggestion[]): Promise<void>;
}

/** The reasons for which a forge does not do what it is asked. */
export type ForgeFaultKind =
  /** The token is not accepted, or may not do this. */
  | "denied"
  | "missing"
  | "refused"
  | "rate-limited"
  /** The server failed, or its answer cannot be read. */
  | "failed"
  | "too-large"
  | "unreachable"
  | "stopped";

/** A forge did not do what it was asked. The message is one sentence for people, and never holds a token. */
export class ForgeFault extends Error {
  override readonly name = "ForgeFault";
  readonly kind: ForgeFaultKind;
  /** True for a write that was sent and has perhaps been done: look before it is done again. */
  readonly isUncertain: boolean;

  constructor(kind: ForgeFaultKind, message: string, { isUncertain = false } = {}) {
    super(message);
    this.kind = kind;
    this.isUncertain = isUncertain;
  }
}
