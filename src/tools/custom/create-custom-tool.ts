import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { PreviewQueue } from "../changes/file-preview.ts";
import { changedCode } from "../load-module.ts";
import type { ToolParameters } from "../parameters.ts";
import type { Tool } from "../tool.ts";
import type { CustomTool } from "./custom-tool-api.ts";
import { createFileRefReader, type FileRefSurroundings } from "./file-ref-reader.ts";
import { foreignResult } from "./foreign-result.ts";
import { type RunningCall, runningCall } from "./pending-queue.ts";

/** The fields of a custom tool that are checked and used. */
export type CheckedCustomTool = Pick<CustomTool, "name" | "description" | "parameters" | "execute">;

/** A custom tool that was loaded and has the right shape. */
export interface LoadedCustomTool {
  readonly tool: CheckedCustomTool;
  readonly parameters: ToolParameters<unknown>;
  /** The path of its file, for people. */
  readonly path: string;
  /** Returns a file that the tool may still import and that changed since the first step, for people (T31). */
  readonly changedFile: () => string | undefined;
}

/** The surroundings of the calls of a custom tool. */
export interface CustomToolSurroundings extends PreviewQueue, FileRefSurroundings {
  /** Absolute. */
  readonly root: string;
  /** The time limit of each apply and each reject of its actions; milliseconds. */
  readonly timeout: number;
  /** Fires when the run ends: the run does not wait for an apply or reject that is under way. */
  readonly signal: AbortSignal;
}

/** Adapts a custom tool to the contract of all tools (T19). */
export function createCustomTool(
  { tool, parameters, changedFile }: LoadedCustomTool,
  { root, timeout, signal: runSignal, ...queue }: CustomToolSurroundings,
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
        signal: runSignal,
        resolveFileRef: createFileRefReader(queue),
        limit: signal,
        isOver: false,
      };
      try {
        const value = await runningCall.run(call, () =>
          tool.execute(context.callId, params, { ...context, signal }),
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
