/** Something that a check run says about lines of a file. */
export interface CheckAnnotation {
  /** Relative to the repository. */
  readonly path: string;
  /** From 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

/** The end of a check; a required one lets a pull request through unless it is a failure. */
export type CheckConclusion = "success" | "neutral" | "failure";
