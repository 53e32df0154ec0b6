import type { FindingReport, OpWhy, Report, StepWhy } from "../report/report.ts";
import type { PageAction, PageActionDetail } from "./page-action.ts";
import type { ComparedFileDetail, PageFile, PageFileDetail } from "./page-file.ts";
import type { Bounded, CutText, PartPlace } from "./page-part.ts";

/**
 * The data of the page of the format `html`: written by the reporter into elements of the page, read by its script. The
 * lists that are shown at once stand in one element, {@link PageData}; what is shown when it is opened stands in parts.
 */
export interface PageData {
  readonly kind: "report";
  readonly run: Report["run"];
  readonly outcome: Report["outcome"];
  readonly exitCode: number;
  readonly totals: Report["totals"];
  /** Those that need a person come first. */
  readonly actions: Bounded<PageAction>;
  readonly files: Bounded<PageFile>;
  readonly held: HeldActions;
  /** The gravest first. */
  readonly findings: Bounded<FindingReport>;
  readonly alerts: Bounded<Report["alerts"][number]>;
  readonly diagnostics: Bounded<Report["diagnostics"][number]>;
  readonly steps: Bounded<Report["steps"][number]>;
  readonly skipped: Bounded<Report["skipped"][number]>;
  readonly calls: Bounded<Report["calls"][number]>;
  readonly checks: Bounded<NonNullable<Report["checks"]>[number]>;
  readonly commits: Bounded<NonNullable<Report["commits"]>[number]>;
  readonly sources: Bounded<Report["sources"][number]>;
  readonly transcripts: Bounded<PageTranscript>;
  /** Only of a run with `--why`. */
  readonly why?: Bounded<PageStepWhy> | undefined;
  readonly policy: Report["policy"];
  readonly trust: Report["trust"];
  readonly ci?: Report["ci"];
  readonly selection?: Report["selection"];
}

/** The findings of a step, and the reasons why its ops found nothing. */
export interface PageStepWhy extends Omit<StepWhy, "ops"> {
  readonly ops: Bounded<OpWhy>;
}

/** A conversation of a prompt step, as it is listed; its items stand in a part. */
export interface PageTranscript extends PartPlace {
  readonly recipe: string;
  readonly step: string;
  readonly model: string;
  readonly outcome: Report["transcripts"][number]["outcome"];
  readonly vacuous?: boolean | undefined;
  readonly turns: Report["transcripts"][number]["turns"];
  readonly fileRefs: Bounded<Report["transcripts"][number]["fileRefs"][number]>;
}

/** The items of a conversation, as they are shown. */
export interface PageTranscriptDetail {
  readonly items: Bounded<PageItem>;
  /** The output of a step with `response`, as JSON. */
  readonly output?: CutText | undefined;
}

/** One item of a conversation. */
export interface PageItem {
  readonly role: "user" | "system" | "assistant" | "tool-call" | "tool-result";
  /** The tag of a system item, or the tool. */
  readonly about?: string | undefined;
  readonly text: CutText;
  readonly isError?: boolean | undefined;
}

/** How held actions of the run can be ended. */
interface HeldActions {
  /** False if no run holds them: a preview, or a plan that was not written. */
  readonly isKept: boolean;
  /** Stands after each command that names the run; empty if it is called in the root. */
  readonly option: string;
}

/** An entry of a part. */
export type PartEntry =
  | PageActionDetail
  | PageFileDetail
  | PageTranscriptDetail
  | ComparedFileDetail;
