import type * as typebox from "typebox";
import type { z } from "zod";
import type { FileRef } from "../../files/resolve-file-ref.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import type { CommandOptions, CommandResult } from "../../shared/process/run-command.ts";

/** The default export of a file with custom tools (T19). May be asynchronous, and may answer several tools. */
export type CustomToolFactory = (
  pi: CustomToolAPI,
) => CustomTool | readonly CustomTool[] | Promise<CustomTool | readonly CustomTool[]>;

/** A tool of a recipe's own. */
export interface CustomTool {
  /** As steps name it. */
  readonly name: string;
  readonly label?: string;
  /** For a model. */
  readonly description: string;
  /** A schema of `pi.zod` or `pi.typebox`, or a JSON schema. Calls that do not fit do not reach the tool. */
  readonly parameters: unknown;
  /**
   * Does the call: looks, computes, and queues what it would change with `pi.pushPendingAction`. Must not write.
   * What it throws fails the call. A text may stand for a result of one text.
   */
  // biome-ignore lint/suspicious/noExplicitAny: What fits is for the tool's own schema to say.
  execute(toolCallId: string, params: any, context: CustomToolContext): CustomToolAnswer;
}

/** What a tool may answer. */
export type CustomToolAnswer =
  | AgentToolResult
  | string
  | undefined
  | Promise<AgentToolResult | string | undefined>;

/** What a call is told beside its parameters (T1). */
export interface CustomToolContext extends ToolExecutionContext {
  /** Fires when the call's time is up or the run ends: nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** What a factory gets. */
export interface CustomToolAPI {
  /** zod, for `parameters`. */
  readonly zod: typeof z;
  /** typebox, for `parameters`: `pi.typebox.Type`. */
  readonly typebox: typeof typebox;
  /** The root of the run; absolute. */
  readonly cwd: string;
  readonly logger: CustomToolLogger;
  /**
   * Runs a command without a shell, in `cwd`; a relative `options.cwd` starts from there. It is ended once
   * the time of the call that started it is up, or the run ends. Never rejects: `code` says how it ended.
   */
  exec(
    command: string,
    args?: readonly string[],
    options?: Partial<CommandOptions>,
  ): Promise<CommandResult>;
  /**
   * Queues what the tool would do, to be applied or discarded by the policy (T20). Only during a call. Answers the
   * action's id. Throws where the action is of the wrong shape, or where there is no queue (T21).
   */
  pushPendingAction(action: CustomToolPendingAction): string;
  /**
   * Reads a file, or lists a folder, as a prompt would attach it: in the recipe's scope, with the run's accepted
   * edits, at most `maxBytes` bytes of it (F15). What cannot be had is answered as `refused`, with a reason in a
   * sentence, and told in the report. Only during a call, and while what it queued is applied or rejected: rejects
   * elsewhere, and where `maxBytes` is no number of bytes from 1 to 10 MiB.
   */
  resolveFileRef(path: string, options?: { readonly maxBytes?: number }): Promise<FileRef>;
}

/** Messages for people, told while the run goes on. They are in no report, and fail no run. */
export interface CustomToolLogger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** What a custom tool would do, if it may (T20). */
export interface CustomToolPendingAction {
  /** For people. */
  readonly label: string;
  /** Default `custom_tool`. */
  readonly sourceToolName?: string;
  /** JSON, for the policy and the report (T22). Its `files` are the paths that change, relative to the root. */
  readonly details?: unknown;
  /** Does it. Never called in a preview. */
  apply(reason: string): CustomToolAnswer;
  /** Called when it is discarded. What it answers replaces the default text. */
  reject?(reason: string): CustomToolAnswer;
}
