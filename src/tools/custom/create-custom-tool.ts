import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { PreviewQueue } from "../changes/file-preview.ts";
import type { ToolParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import type { CustomTool } from "./custom-tool-api.ts";
import { createFileRefReader, type FileRefSurroundings } from "./file-ref-reader.ts";
import { foreignResult } from "./foreign-result.ts";
import { type RunningCall, runningCall } from "./pending-queue.ts";

/** A custom tool that was loaded, and is of the right shape. */
export interface LoadedCustomTool {
  readonly tool: CustomTool;
  readonly parameters: ToolParameters<unknown>;
  /** Where it comes from, for people. */
  readonly path: string;
}

/** What its calls work on, and with. */
export interface CustomToolSurroundings extends PreviewQueue, FileRefSurroundings {
  /** Absolute. */
  readonly root: string;
  /** For each apply and reject of what it queues; milliseconds. */
  readonly timeout: number;
  /** Fires when the run ends: an apply or reject that runs is then not waited for. */
  readonly signal: AbortSignal;
}

/** A custom tool under the contract of all tools (T19). */
export function createCustomTool(
  { tool, parameters }: LoadedCustomTool,
  { root, timeout, signal: runSignal, ...queue }: CustomToolSurroundings,
): Tool<unknown> {
  return {
    name: tool.name,
    description: tool.description,
    parameters,
    isHidden: false,
    queuesPreviews: true,
    async execute(params, context, signal) {
      const call: RunningCall = {
        ...{ tool: tool.name, context, queue, root, timeout, signal: runSignal },
        resolveFileRef: createFileRefReader(queue),
        limit: signal,
        isOver: false,
      };
      try {
        const answer = await runningCall.run(call, () =>
          tool.execute(context.callId, params, { ...context, signal }),
        );
        return foreignResult(answer, `\`${tool.name}\``);
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
