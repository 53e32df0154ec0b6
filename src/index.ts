/**
 * The public API: use cases and the runtime's parts, under the names that the documents use.
 * Clock, signals, variables and working directory are those of the process, unless the caller
 * gives others: see {@link GivenWorld}. docs/api.md has an example of each use.
 */

export { Conversation, type ConversationOptions } from "./agent/conversation/conversation.ts";
export {
  type PromptAction,
  type PromptHook,
  type PromptInterceptor,
  type PromptListeners,
  type PromptOutcome,
  type SubmittedPrompt,
  submitPrompt,
} from "./agent/prompt/submit-prompt.ts";
export type { GivenWorld } from "./api/in-world.ts";
export { loadPolicy, loadRecipe } from "./api/load.ts";
export { mergePlans } from "./api/merge.ts";
export { recover, undo } from "./api/past.ts";
export type {
  ApplyRequest,
  MergeRequest,
  RecoverRequest,
  RunRequest,
  UndoRequest,
} from "./api/requests.ts";
export { applyPlan, plan, preview, run } from "./api/run.ts";
export {
  type AgentTool,
  createAstEditTool,
  createBuiltInTools,
  createResolveTool,
} from "./api/session-tools.ts";
export { type FileRefRequest, resolveFileRef } from "./author/resolve-file-ref.ts";
export type { FileRef } from "./files/refs/file-ref.ts";
export type { TextRange } from "./files/refs/hide-values.ts";
export { type PromptSegment, parseFileRefs } from "./files/refs/parse-file-refs.ts";
export type { PathKnowledge } from "./files/refs/ref-token.ts";
export type { Refusal, RefusalKind } from "./files/refusal.ts";
export type { Facts } from "./model/action/facts.ts";
export type { Alert } from "./model/alert.ts";
export type { ContinueWith, ConversationItem } from "./model/conversation.ts";
export { type Diagnostic, hasErrors } from "./model/diagnostic.ts";
export type { DiagnosticCode } from "./model/diagnostic-code.ts";
export type { RunEvent } from "./model/events.ts";
export { EXIT_CODES, type ExitCodeMeaning, type Outcome } from "./model/exit-code.ts";
export type { RecoveredAction, RecoveredRun, UnprovedAction } from "./model/past/recovered-run.ts";
export type { Recovery } from "./model/past/recovery.ts";
export type { RefusedFile, RunName, UndoneFile, UndoReport } from "./model/past/undo-report.ts";
export type { Decision, Policy, PolicyRule, TraceEntry, Verdict } from "./model/policy.ts";
export type { InputDeclaration, InputValue, Recipe, RecipeStep } from "./model/recipe/recipe.ts";
export type { ScopeRules } from "./model/recipe/scope-rules.ts";
export type { ActionReport, Report } from "./model/report/report.ts";
export type { Transcript } from "./model/report/transcript.ts";
export {
  type AgentToolResult,
  DIRECT_CALL,
  OUTPUT_CAP,
  type ToolExecutionContext,
} from "./model/tool.ts";
export type { ToolChoice } from "./model/tool-choice.ts";
export { StalePreviewError, ToolError } from "./model/tool-error.ts";
export type { TrustMode } from "./model/trust.ts";
export type { PlannedRun } from "./plan/merge/planned-run.ts";
export type { Plan, PlannedAction } from "./plan-file/plan.ts";
export { evaluatePolicy } from "./policy/evaluate-policy.ts";
export type { LanguageNames, LoadedPolicy } from "./policy/load-policy.ts";
export type { InputBinding } from "./recipe/inputs/bind-inputs.ts";
export type { LoadedRecipe } from "./recipe/load-recipe.ts";
export type { Consent, RunWorld } from "./request/request.ts";
export type { PendingAction, ResolveExtra, ResolveHandler } from "./resolve/pending-action.ts";
export { PendingActionStore, type ResolveOrder } from "./resolve/pending-action-store.ts";
export { type QueuedPreview, queueResolveHandler } from "./resolve/queue-resolve-handler.ts";
export type { SteeringMessage } from "./resolve/reminder.ts";
export { type ResolveRequest, resolvePending } from "./resolve/resolve-pending.ts";
export { createSession, type Session, type SessionOptions } from "./resolve/session.ts";
export type { StandingHandler } from "./resolve/standing-handler.ts";
export type {
  RejectReason,
  ToolChoiceOptions,
  ToolChoiceRejection,
} from "./resolve/tool-choice-directive.ts";
export { ToolChoiceQueue } from "./resolve/tool-choice-queue.ts";
export type { SessionToolsOptions } from "./run/calls/session-tooling.ts";
export type { BatchOutcome } from "./tools/batch/batch-outcome.ts";
export {
  type BatchCall,
  type BatchOptions,
  type BatchResult,
  runToolBatch,
} from "./tools/batch/run-tool-batch.ts";
export type {
  HookAnswer,
  InterceptorAnswer,
  SyntheticAnswer,
  ToolCallEvent,
  ToolHook,
  ToolInterceptor,
} from "./tools/batch/tool-hook.ts";
export type {
  CustomTool,
  CustomToolAnswer,
  CustomToolAPI,
  CustomToolContext,
  CustomToolFactory,
  CustomToolLogger,
  CustomToolPendingAction,
} from "./tools/custom/custom-tool-api.ts";
export type { HookEvent, PromptEvent, PromptHookAction } from "./tools/hooks/hook-answer.ts";
export type {
  Transform,
  TransformContext,
  TransformEdit,
  TransformFile,
  TransformResult,
} from "./tools/transform/transform-api.ts";
