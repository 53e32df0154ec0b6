import type { NameFaultKind } from "./code-loss.ts";

/** The code that a change of one file loses although its op does not name it (L1). Plain data. */
export interface FileLosses {
  readonly comments: LostCode;
  /** Modifiers, type annotations, terminators and the like. */
  readonly tokens: LostCode;
  /** Literals whose content is another one. */
  readonly strings: LostCode;
}

/** Losses of one kind. */
export interface LostCode {
  readonly count: number;
  /** The first of them, in the order of the text: at most {@link LISTED_LOSSES}. */
  readonly first: readonly LostPlace[];
}

/** One loss. */
export interface LostPlace {
  /** In the text before, from 1. */
  readonly line: number;
  /** The first line of the code in back quotes, at most 40 code points. */
  readonly text: string;
}

/** The syntax errors that a change adds. */
export interface NewErrors {
  readonly count: number;
  /** At most {@link LISTED_LOSSES}, in the order of the text. */
  readonly first: readonly ErrorPlace[];
}

/** The place of a syntax error in the text after the edits. Line and column from 1; columns count UTF-16 code units. */
interface ErrorPlace {
  readonly line: number;
  readonly column: number;
  /** The first line of the code there, in back quotes, and what the parser says if that tells more. */
  readonly text: string;
}

/** The most losses of each kind that are listed, of a file and of an action. */
export const LISTED_LOSSES = 10;

export const NOTHING_LOST: LostCode = { count: 0, first: [] };

/** The losses of a change that loses nothing. */
export const NO_LOSSES: FileLosses = {
  comments: NOTHING_LOST,
  tokens: NOTHING_LOST,
  strings: NOTHING_LOST,
};

/** The faults of names, each of a name that `text` says. */
export type NameFaults = Readonly<Record<NameFaultKind, LostCode>>;

/** The faults of the names of a change that has none. */
export const NO_NAME_FAULTS: NameFaults = {
  unbound: NOTHING_LOST,
  captured: NOTHING_LOST,
  duplicate: NOTHING_LOST,
  unused: NOTHING_LOST,
};

/** The kinds of losses, in the order in which they are told. */
export const LOSS_KINDS = ["comments", "tokens", "strings"] as const;
export type LossKind = (typeof LOSS_KINDS)[number];
