import { AsyncLocalStorage } from "node:async_hooks";
import { isAbsolute, relative } from "node:path";
import type { CustomPreview } from "../../model/action/action-preview.ts";
import { OUTPUT_CAP, type ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { ResolveExtra } from "../../resolve/pending-action.ts";
import { queueResolveHandler } from "../../resolve/queue-resolve-handler.ts";
import { isRecord } from "../../shared/is-record.ts";
import { comparePaths, tidyPath, toPosix } from "../../shared/paths/posix-path.ts";
import { withTimeLimit } from "../../shared/process/time-limit.ts";
import { sha256 } from "../../shared/sha256.ts";
import { capOutput } from "../batch/cap-output.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
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
  readonly queue: TextEditContext;
  readonly resolveFileRef: CustomToolAPI["resolveFileRef"];
  /** Absolute. */
  readonly root: string;
  /** The time limit of each apply and each reject; milliseconds. */
  readonly timeout: number;
  /** Fires when the run ends. */
  readonly signal: AbortSignal;
  /** Fires once the run no longer waits for the code that runs now. */
  readonly limit: AbortSignal;
  /** True once the call has ended: code that it left running can no longer queue. */
  isOver: boolean;
  /** Set while an apply or a reject of one of its actions runs, which may read and must not queue. */
  readonly isResolving?: true;
}

/** The call that an asynchronous step of a tool belongs to. */
export const runningCall = new AsyncLocalStorage<RunningCall>();

/** Returns the call whose code, apply or reject runs. Throws a `ToolError` outside of one. */
export function readingCall(): RunningCall {
  const call = runningCall.getStore();
  if (call === undefined || call.limit.aborted || (call.isOver && call.isResolving !== true))
    throw new ToolError("resolveFileRef reads only while a call of a custom tool runs.");
  return call;
}

/** One line, without control characters and characters that turn the direction of text. */
const LABEL = /^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]{1,500}$/u;

/** The limit of the details of one action; UTF-16 code units of JSON. */
const MAX_DETAILS = 1_000_000;

/** Queues an action of a custom tool: `pi.pushPendingAction` (T20, T21). */
export function pushPendingAction(action: CustomToolPendingAction): string {
  const call = queuingCall();
  checkAction(action);
  const details = jsonOf(action.details);
  checkFiles(details);
  const { label, sourceToolName = "custom_tool" } = action;
  const { tool, context, queue, root } = call;
  const bounded = (name: "apply" | "reject", work: () => CustomToolAnswer) =>
    // A run that is stopped still calls `reject`, and bounds that by itself (R28).
    withTimeLimit(call.timeout, name === "reject" ? signalForReject(call) : call.signal, (limit) =>
      runningCall.run({ ...call, limit, isOver: true, isResolving: true }, work),
    ).then((answer) => resultOf(answer, `\`${name}\` of \`${tool}\``));
  const preview = customPreview(details, root);
  const queued = queueResolveHandler(
    queue.session,
    {
      id: idOf(call, label, details),
      label,
      sourceToolName,
      details: preview,
      // Called as methods, so that they keep their `this` (T23).
      apply: async (reason, extra) =>
        (await bounded("apply", () => action.apply(reason, extra))) ?? foreignResult("", tool),
      ...(action.reject && {
        reject: (reason: string, extra?: ResolveExtra) =>
          bounded("reject", () => action.reject?.(reason, extra)),
      }),
    },
    context,
  );
  queue.onQueued?.(queued, preview, context);
  return queued.id;
}

/** Returns the call whose code runs. Throws a `ToolError` if it may not queue, or outside of one (T21). */
export function queuingCall(): RunningCall {
  const call = runningCall.getStore();
  if (call === undefined || call.isOver || call.limit.aborted)
    throw new ToolError("Pending action store unavailable for custom tools in this runtime.");
  return call;
}

/** Returns the signal of the run; one that never fires if the run is over. */
function signalForReject({ signal }: RunningCall): AbortSignal {
  return signal.aborted ? new AbortController().signal : signal;
}

/** Returns a digest of the action. Equal actions of one batch have different ids, which do not depend on timing. */
function idOf({ queue, tool, context }: RunningCall, label: string, details: unknown): string {
  const { recipe, step } = queue.owner;
  const what = [`${recipe}/${step}`, tool, label, details ?? null];
  const { callIndex } = context;
  return sha256(JSON.stringify(callIndex === 0 ? what : [...what, callIndex])).slice(0, 16);
}

/**
 * Returns the result of an apply or a reject. An invalid one becomes empty, because the action is done already;
 * undefined stays undefined, because it means the default text to `reject` (R6).
 */
function resultOf(answer: unknown, whose: string) {
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

/** Throws if `files` is not a list of file names: no guard would see such a file. */
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
    // A circle, or a number without a form in JSON.
  }
  if (json === undefined) throw new ToolError("pushPendingAction: `details` must be JSON.");
  if (json.length > MAX_DETAILS)
    throw new ToolError(`pushPendingAction: \`details\` is longer than ${MAX_DETAILS} characters.`);
  return JSON.parse(json);
}

/** Returns the preview of a custom tool's action. */
function customPreview(details: unknown, root: string): CustomPreview {
  const named = isRecord(details) && Array.isArray(details.files) ? details.files : [];
  const paths = named.filter((path) => typeof path === "string" && path !== "");
  const files = [...new Set(paths.map((path) => pathBelow(root, path)))].sort(comparePaths);
  return { kind: "custom", details, files };
}

/** Turns `./src//a.ts` and `<root>/src/a.ts` into `src/a.ts`, and `src/` into `src`: guards know one name of a file. */
function pathBelow(root: string, path: string): string {
  return tidyPath(toPosix(isAbsolute(path) ? relative(root, path) : path));
}
