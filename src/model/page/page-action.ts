import type { ActionReport } from "../report/report.ts";
import type { PageDiff } from "./page-file.ts";
import type { CutText, PartPlace } from "./page-part.ts";

/** An action, as it is listed and searched. */
export interface PageAction extends PartPlace {
  readonly id: string;
  /** Its number in the order of the run, from 0. */
  readonly order: number;
  readonly state: ActionReport["state"];
  readonly verdict?: ActionReport["verdict"];
  readonly warned?: true | undefined;
  readonly isStale?: boolean | undefined;
  readonly label: string;
  readonly recipe: string;
  readonly step: string;
  readonly tool: string;
  readonly rule?: string | undefined;
  /** The reason of its outcome: that of the policy, or an error. */
  readonly why?: string | undefined;
  /** The first of its files. */
  readonly paths: readonly string[];
  readonly fileCount: number;
  readonly owners: readonly string[];
  /** The first kinds of its changes, each named by an example. */
  readonly kinds?: readonly string[] | undefined;
  /** Held actions with the same one can be decided together. */
  readonly alike?: string | undefined;
  readonly replacements: number;
  readonly additions: number;
  readonly deletions: number;
  /** False for an action of a custom tool, whose bytes no run keeps. */
  readonly hasBytes: boolean;
}

/** The details of an action that is opened. */
export interface PageActionDetail {
  readonly trace: ActionReport["trace"];
  /** Each fact with its value in words, in the order of the report. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly files: readonly PageActionFile[];
  /** Files of the action that are left out here. */
  readonly moreFiles: number;
  readonly result?: CutText | undefined;
  readonly applyError?: string | undefined;
  readonly modelReason?: string | undefined;
  /** The data that the model gave beside its reason, as JSON. */
  readonly extra?: CutText | undefined;
  readonly checks?: ActionReport["checks"];
  readonly sourceToolName?: string | undefined;
  readonly callId: string;
}

/** The change of an action to one file. */
export interface PageActionFile {
  readonly path: string;
  readonly language: string;
  readonly replacements: number;
  readonly additions: number;
  readonly deletions: number;
  readonly superseded: number;
  /** The ops of its replacements, each with its number. */
  readonly ops: readonly (readonly [op: string, count: number])[];
  readonly diff: PageDiff;
}
