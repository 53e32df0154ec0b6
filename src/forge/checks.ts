import type { CheckAnnotation, CheckConclusion } from "../model/forge/check-annotation.ts";

/** A check run that the app of the token has made on the commit. */
export interface OwnCheck {
  readonly id: number;
  /** Tells the use and the run that it is of. */
  readonly key: string;
  /** Its Markdown. */
  readonly body: string;
  /** The page that shows it; undefined if the forge does not say. */
  readonly url: string | undefined;
}

/** The content of a check run; annotations are added to those that it has. */
export interface CheckContent {
  readonly title: string;
  readonly body: string;
  /** Undefined as long as it waits for others. */
  readonly conclusion: CheckConclusion | undefined;
  /** At most `ANNOTATIONS_OF_WRITE`. */
  readonly annotations: readonly CheckAnnotation[];
}

/** The most annotations that one write adds. */
export const ANNOTATIONS_OF_WRITE = 50;
/** The most bytes of the Markdown of a check run, in UTF-8. */
export const CHECK_BYTES = 65_535;

/** The check runs of one use of Sluice on one commit. */
export interface ChecksForge {
  /** Finds those that the app of the token made for this use, the oldest first. */
  find(): Promise<readonly OwnCheck[]>;
  readAnnotations(check: OwnCheck): Promise<readonly CheckAnnotation[]>;
  create(content: CheckContent): Promise<OwnCheck>;
  update(check: OwnCheck, content: CheckContent): Promise<OwnCheck>;
}
