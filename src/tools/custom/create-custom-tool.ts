import { checkMaxBytes } from "../../files/max-bytes.ts";
import type { FileRef } from "../../files/refs/file-ref.ts";
import { fileRefAlert } from "../../files/refs/file-ref-alert.ts";
import { type FileRefSources, resolveFileRef } from "../../files/refs/resolve-file-ref.ts";
import type { Alert } from "../../model/alert.ts";
import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { changedCode } from "../load-module.ts";
import type { TextEditContext } from "../text-edit/text-edit.ts";
import type { Tool } from "../tool.ts";
import type { CustomToolAPI } from "./custom-tool-api.ts";
import { foreignResult } from "./foreign-result.ts";
import type { LoadedCustomTool } from "./loaded-custom-tool.ts";
import { type RunningCall, runningCall } from "./pending-queue.ts";

/** The context of the calls of a custom tool. */
export interface CustomToolCallContext
  extends TextEditContext,
    Pick<FileRefContext, "maxBytes" | "onAlert"> {
  /** Absolute. */
  readonly root: string;
  /** The time limit of each apply and each reject of its actions; milliseconds. */
  readonly timeout: number;
}

/** Adapts a custom tool to the contract of all tools (T19). */
export function createCustomTool(
  { tool, parameters, changedFile }: LoadedCustomTool,
  { root, timeout, ...queue }: CustomToolCallContext,
): Tool<unknown> {
  return {
    name: tool.name,
    description: tool.description,
    parameters,
    isHidden: false,
    queuesPreviews: true,
    async execute(params, context, signal) {
      const changed = changedFile();
      if (changed !== undefined) throw new ToolError(`${changedCode(changed)}.`);
      const call: RunningCall = {
        tool: tool.name,
        context,
        queue,
        root,
        timeout,
        signal: queue.signal,
        resolveFileRef: createFileRefReader(queue),
        limit: signal,
        isOver: false,
      };
      try {
        const value = await runningCall.run(call, () =>
          tool.execute(context.callId, params, Object.freeze({ ...context, signal })),
        );
        return foreignResult(value, `\`${tool.name}\``);
      } catch (error) {
        throw asToolError(error, tool.name);
      } finally {
        call.isOver = true;
      }
    },
  };
}

function asToolError(error: unknown, name: string): ToolError {
  if (error instanceof ToolError) return error;
  const message = messageOf(error);
  return new ToolError(`\`${name}\` failed: ${message}`, { cause: error });
}

/** The context of the file references of a custom tool. */
interface FileRefContext extends FileRefSources {
  /** The limit of a file if the tool asks for no other one; bytes. Default: the cap of tools. */
  readonly maxBytes?: number;
  /** Called for every reference that was refused. */
  readonly onAlert?: (alert: Alert) => void;
}

/** Returns `pi.resolveFileRef` for one call. Alerts come in the order of its calls, not in that of their ends. */
export function createFileRefReader({
  maxBytes,
  onAlert,
  ...sources
}: FileRefContext): CustomToolAPI["resolveFileRef"] {
  let reported: Promise<unknown> = Promise.resolve();
  return async (path, options = {}) => {
    if (typeof path !== "string") throw new ToolError("resolveFileRef takes a path, as a text.");
    const cap = options.maxBytes ?? maxBytes;
    const request = cap === undefined ? {} : { cap: checkMaxBytes(cap) };
    const before = reported;
    const reading = reportAfter(before, resolveFileRef(path, sources, request), path, onAlert);
    reported = reading.catch(() => undefined); // The tool gets the error.
    return reading;
  };
}

async function reportAfter(
  before: Promise<unknown>,
  read: Promise<FileRef>,
  path: string,
  onAlert: FileRefContext["onAlert"],
): Promise<FileRef> {
  const [ref] = await Promise.all([read, before]);
  if (ref.kind === "refused") onAlert?.(fileRefAlert(path, ref));
  return ref;
}
