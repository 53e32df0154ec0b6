import { ToolError } from "../../model/tool-error.ts";
import { messageOf } from "../../shared/message-of.ts";
import { changedCode } from "../load-module.ts";
import type { TextEditSurroundings } from "../text-edit/text-edit.ts";
import type { Tool } from "../tool.ts";
import { createFileRefReader, type FileRefSurroundings } from "./file-ref-reader.ts";
import { foreignResult } from "./foreign-result.ts";
import type { LoadedCustomTool } from "./loaded-custom-tool.ts";
import { type RunningCall, runningCall } from "./pending-queue.ts";

/** The surroundings of the calls of a custom tool. */
export interface CustomToolSurroundings
  extends TextEditSurroundings,
    Pick<FileRefSurroundings, "maxBytes" | "onAlert"> {
  /** Absolute. */
  readonly root: string;
  /** The time limit of each apply and each reject of its actions; milliseconds. */
  readonly timeout: number;
}

/** Adapts a custom tool to the contract of all tools (T19). */
export function createCustomTool(
  { tool, parameters, changedFile }: LoadedCustomTool,
  { root, timeout, ...queue }: CustomToolSurroundings,
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
