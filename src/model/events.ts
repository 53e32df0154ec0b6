import type { Alert } from "./alert.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type {
  ActionReport,
  CallReport,
  CheckRunReport,
  FindingReport,
  Report,
  StepReport,
} from "./report/report.ts";
import type { Transcript } from "./report/transcript.ts";
import type { RunCommand } from "./run-kind.ts";

/** So many files of a transaction have come so far. */
export interface WriteProgress {
  /** `staged`: the new text is on the disk, beside the file. `placed`: the file has it, or is removed. */
  readonly phase: "staged" | "placed";
  readonly done: number;
  readonly total: number;
}

/** Something that happened in a run, in order. Each is a line of `jsonl`, beside its `seq`. */
export type RunEvent =
  | {
      readonly type: "run-started";
      readonly runId: string;
      readonly command: RunCommand;
      readonly recipes: readonly string[];
    }
  | { readonly type: "diagnostic"; readonly diagnostic: Diagnostic }
  | { readonly type: "step-started"; readonly recipe: string; readonly step: string }
  /** Progress of one call. Not part of `jsonl`: it depends on timing. */
  | {
      readonly type: "progress";
      readonly recipe: string;
      readonly step: string;
      /** The calls of a step may run at the same time. */
      readonly callId: string;
      readonly done: number;
      readonly total: number;
    }
  /** Progress of a transaction of many files. Not part of `jsonl`. */
  | ({ readonly type: "writing" } & WriteProgress)
  | { readonly type: "alert"; readonly alert: Alert }
  | {
      readonly type: "action-queued";
      readonly id: string;
      readonly recipe: string;
      readonly step: string;
      readonly label: string;
      readonly sourceToolName?: string | undefined;
    }
  /** The action with its verdict and its outcome. */
  | { readonly type: "action-ended"; readonly action: ActionReport }
  /** A call of a tool other than `ast_edit`. */
  | { readonly type: "call-ended"; readonly call: CallReport }
  /** A match of a step that tells of its matches. */
  | { readonly type: "finding"; readonly finding: FindingReport }
  /** A check begins, on the result of so many actions. Not part of `jsonl`. */
  | { readonly type: "check-started"; readonly name: string; readonly actions: number }
  | { readonly type: "check-ended"; readonly check: CheckRunReport }
  /** A message from code of a recipe. Not part of `jsonl`. */
  | {
      readonly type: "log";
      readonly level: "debug" | "info" | "warn" | "error";
      readonly message: string;
    }
  /** The model of a prompt step is asked for its next turn, counted from 1. Not part of `jsonl`. */
  | {
      readonly type: "turn-started";
      readonly recipe: string;
      readonly step: string;
      readonly turn: number;
    }
  /** The conversation of a prompt step, after its end. */
  | { readonly type: "conversation-ended"; readonly transcript: Transcript }
  /** A step is over; it is skipped if its condition does not hold. */
  | ({ readonly type: "step-finished" } & StepReport)
  /** A promise of Sluice's own code was broken; `detail` is for the report to its authors. */
  | { readonly type: "fault"; readonly detail: string }
  | {
      readonly type: "run-finished";
      readonly outcome: Report["outcome"];
      readonly exitCode: number;
      readonly totals: Report["totals"];
    };

/** Receives the events of a run. */
export type EmitEvent = (event: RunEvent) => void;
