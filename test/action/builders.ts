import { refusal, type StepOutcome } from "../../src/action/step-outcome.ts";
import type { ActionReport } from "../../src/model/report/report.ts";

/** An action of a report; `over` replaces what a test is about. */
export function actionOf(over: Partial<ActionReport> = {}): ActionReport {
  return {
    id: "a1",
    recipe: "swap",
    step: "swap",
    tool: "ast_edit",
    callId: "c",
    batchId: "b",
    callIndex: 0,
    label: "AST Edit: 1 replacement in 1 file",
    state: "applied",
    reason: "Small.",
    ruleId: "small",
    trace: [],
    facts: {
      recipe: "swap",
      step: "swap",
      tool: "ast_edit",
      label: "",
      files: ["src/a.ts"],
      fileCount: 1,
      replacements: 1,
      additions: 1,
      deletions: 1,
      languages: [],
      idempotent: true,
      newSyntaxErrors: false,
      commentsOnly: false,
      conflicts: [],
      fromModel: false,
      untrusted: false,
      parseErrors: 0,
      limitReached: false,
    },
    files: [],
    ...over,
  };
}

/** The outcome of a step; `over` replaces what a test is about. */
export function outcomeWith(over: Partial<StepOutcome> = {}): StepOutcome {
  return { ...refusal([]), command: "run", outcome: "ok", exitCode: 0, ...over };
}
