import { AsyncLocalStorage } from "node:async_hooks";
import type { ToolExecutionContext } from "../../model/tool.ts";
import { OUTPUT_CAP } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { queueResolveHandler } from "../../resolve/queue-resolve-handler.ts";
import { isRecord } from "../../shared/is-record.ts";
import { withTimeLimit } from "../../shared/process/time-limit.ts";
import { sha256 } from "../../shared/sha256.ts";
import { capOutput } from "../batch/cap-output.ts";
import type { PreviewQueue } from "../changes/file-preview.ts";
import { customPreview } from "./custom-preview.ts";
import type {
  CustomToolAnswer,
  CustomToolAPI,
  CustomToolPendingAction,
} from "./custom-tool-api.ts";
import { foreignResult } from "./foreign-result.ts";

/** The call of a custom tool that is running. */
export interface RunningCall {
  readonly tool: string;
  readonly context: ToolExecutionContext;
  readonly queue: PreviewQueue;
  readonly resolveFileRef: CustomToolAPI["resolveFileRef"];
  /** Absolute. */
  readonly root: string;
  /** For each apply and each reject; milliseconds. */
  readonly timeout: number;
  /** Fires when the run ends. */
  readonly signal: AbortSignal;
  /** Fires when nobody waits for the code that runs now. */
  readonly limit: AbortSignal;
  /** Set when the call has ended: what it left behind queues nothing any more. */
  isOver: boolean;
  /** An apply or a reject of what it has queued runs, which may read and queues nothing. */
  readonly isEnding?: true;
}

/** Which call an asynchronous step of a tool belongs to. */
export const runningCall = new AsyncLocalStorage<RunningCall>();

/** The call, or the end of one, that reads files. Throws a `ToolError` where there is none. */
export function readingCall(): RunningCall {
  const call = runningCall.getStore();
  if (call === undefined || call.limit.aborted || (call.isOver && call.isEnding !== true))
    throw new ToolError("resolveFileRef reads only while a call of a custom tool runs.");
  return call;
}

/** One line, without control characters and what turns the direction of text. */
const LABEL = /^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]{1,500}$/u;

/** As much as a tool may say of one action; UTF-16 code units of JSON. */
const MAX_DETAILS = 1_000_000;

/** `pi.pushPendingAction` (T20, T21). */
export function pushPendingAction(action: CustomToolPendingAction): string {
  const call = runningCall.getStore();
  if (call === undefined || call.isOver || call.limit.aborted)
    throw new ToolError("Pending action store unavailable for custom tools in this runtime.");
  checkAction(action);
  const details = jsonOf(action.details);
  checkFiles(details);
  const { label, sourceToolName = "custom_tool" } = action;
  const { tool, context, queue, root } = call;
  const bounded = (name: "apply" | "reject", work: () => CustomToolAnswer) =>
    withTimeLimit(call.timeout, call.signal, (limit) =>
      runningCall.run({ ...call, limit, isOver: true, isEnding: true }, work),
    ).then((answer) => foreignAnswer(answer, `\`${name}\` of \`${tool}\``));
  const preview = customPreview(details, root);
  const queued = queueResolveHandler(
    queue.session,
    {
      id: idOf(call, label, details),
      label,
      sourceToolName,
      details: preview,
      // Called as methods: they keep their `this` (T23).
      apply: async (reason) =>
        (await bounded("apply", () => action.apply(reason))) ?? foreignResult("", tool),
      ...(action.reject && {
        reject: (reason: string) => bounded("reject", () => action.reject?.(reason)),
      }),
    },
    context,
  );
  queue.onQueued?.(queued, preview, context);
  return queued.id;
}

/** A digest of what it does. Of equal actions in one batch each has its own, whichever is queued first. */
function idOf({ queue, tool, context }: RunningCall, label: string, details: unknown): string {
  const { recipe, step } = queue.owner;
  const what = [`${recipe}/${step}`, tool, label, details ?? null];
  const { callIndex } = context;
  return sha256(JSON.stringify(callIndex === 0 ? what : [...what, callIndex])).slice(0, 16);
}

/** Nothing is for `reject` another answer than an empty text (R6). What was done is done, whatever was answered. */
function foreignAnswer(answer: unknown, whose: string) {
  try {
    return answer === undefined ? undefined : capOutput(foreignResult(answer, whose), OUTPUT_CAP);
  } catch {
    return foreignResult("", whose);
  }
}

function checkAction(action: unknown): void {
  const problem = problemOf(action);
  if (problem !== undefined) throw new ToolError(`pushPendingAction: ${problem}.`);
}

function problemOf(action: unknown): string | undefined {
  if (!isRecord(action)) return "it takes an object with `label` and `apply`";
  const { label, apply, reject, sourceToolName } = action;
  if (typeof label !== "string" || !LABEL.test(label))
    return "`label` must be one line of at most 500 characters";
  if (typeof apply !== "function") return "`apply` must be a function";
  if (reject !== undefined && typeof reject !== "function") return "`reject` must be a function";
  if (sourceToolName !== undefined && typeof sourceToolName !== "string")
    return "`sourceToolName` must be a text";
  return undefined;
}

/** What stands there for files and is none would be a file that no guard sees. */
function checkFiles(details: unknown): void {
  const files = isRecord(details) ? details.files : undefined;
  if (files === undefined) return;
  const isList = Array.isArray(files) && files.every(isFileName);
  if (!isList)
    throw new ToolError(
      "pushPendingAction: `details.files` must be a list of paths with `/` between their parts.",
    );
}

function isFileName(file: unknown): boolean {
  return typeof file === "string" && file !== "" && !/[\p{Cc}\\]/u.test(file);
}

function jsonOf(details: unknown): unknown {
  if (details === undefined) return undefined;
  let json: string | undefined;
  try {
    json = JSON.stringify(details);
  } catch {
    // A circle, or a number that JSON has no form for.
  }
  if (json === undefined) throw new ToolError("pushPendingAction: `details` must be JSON.");
  if (json.length > MAX_DETAILS)
    throw new ToolError(`pushPendingAction: \`details\` is longer than ${MAX_DETAILS} characters.`);
  return JSON.parse(json);
}
