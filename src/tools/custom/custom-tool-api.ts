import type * as typebox from "typebox";
import type { z } from "zod";
import type { FileRef } from "../../files/refs/file-ref.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import type { ResolveExtra } from "../../resolve/pending-action.ts";
import type { CommandOptions, CommandResult } from "../../shared/process/run-command.ts";

/** The default export of a file with custom tools (T19). May be asynchronous, and may return several tools. */
export type CustomToolFactory = (
  pi: CustomToolAPI,
) => CustomTool | readonly CustomTool[] | Promise<CustomTool | readonly CustomTool[]>;

/** A tool that a recipe brings. */
export interface CustomTool {
  /** As steps name it. */
  readonly name: string;
  readonly label?: string;
  /** For a model. */
  readonly description: string;
  /** A schema of `pi.zod` or `pi.typebox`, or a JSON schema. Calls that do not fit do not reach the tool. */
  readonly parameters: unknown;
  /**
   * Runs the call: reads, computes, and queues its changes with `pi.pushPendingAction`; it must not write. An error
   * fails the call; a text may stand for a result of one text.
   */
  // biome-ignore lint/suspicious/noExplicitAny: The tool's own schema decides which parameters fit.
  execute(toolCallId: string, params: any, context: CustomToolContext): CustomToolAnswer;
}

/** The value that a tool may return. */
export type CustomToolAnswer =
  | AgentToolResult
  | string
  | undefined
  | Promise<AgentToolResult | string | undefined>;

/** The context of a call (T1). */
export interface CustomToolContext extends ToolExecutionContext {
  /** Fires when the call's time is up or the run ends: Sluice no longer waits for the result. */
  readonly signal: AbortSignal;
}

/** The API that a factory gets. */
export interface CustomToolAPI {
  /** zod, for `parameters`. */
  readonly zod: typeof z;
  /** typebox, for `parameters`: `pi.typebox.Type`. */
  readonly typebox: typeof typebox;
  /** The root of the run; absolute. */
  readonly cwd: string;
  readonly logger: CustomToolLogger;
  /**
   * Runs a command without a shell, in `cwd`; a relative `options.cwd` starts from there. The command is ended when the
   * time of the call that started it is up, or the run ends. Never rejects: `code` has the outcome.
   */
  exec(
    command: string,
    args?: readonly string[],
    options?: Partial<CommandOptions>,
  ): Promise<CommandResult>;
  /**
   * Queues an action, which the policy applies or discards (T20), and returns its id. Throws if the action has the
   * wrong shape, or if there is no queue, which is so outside of a call (T21).
   */
  pushPendingAction(action: CustomToolPendingAction): string;
  /**
   * Lists the files below globs, folders or names (default: all) that the recipe may write, sorted, with those that
   * earlier steps made. Rejects outside of a call.
   */
  listFiles(paths?: readonly string[]): Promise<readonly string[]>;
  /**
   * Proposes a text for a file, new or not, and returns the id of the action, or undefined if the file has that text:
   * it becomes minimal edits with a diff and facts, is part of plans, and is undone like built-in edits. CRLF line ends
   * and a BOM of the file are kept. Rejects if the recipe may not write the file, and outside of a call.
   */
  proposeText(path: string, text: string): Promise<string | undefined>;
  /**
   * Proposes to delete a text file, and returns the id of the action: it has a diff and facts, is part of plans, and is
   * undone like built-in edits. Rejects if the recipe may not write the file, if it is missing, and outside of a call.
   */
  proposeDelete(path: string): Promise<string>;
  /** Does the same to move a text file to a path where nothing is: a deletion and a new file in one action. */
  proposeMove(from: string, to: string): Promise<string>;
  /**
   * Reads a file, or lists a folder, as a prompt would attach it: in the recipe's scope, with the run's accepted edits,
   * at most `maxBytes` bytes (F15); `refused` has the reason in a sentence, which is in the report too. Rejects outside
   * of a call, apply or reject of the tool, and if `maxBytes` is not from 1 byte to 10 MiB.
   */
  resolveFileRef(path: string, options?: { readonly maxBytes?: number }): Promise<FileRef>;
}

/** Messages for people, shown while the run works. They are in no report, and fail no run. */
export interface CustomToolLogger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** An action that a custom tool queues (T20). */
export interface CustomToolPendingAction {
  /** For people. */
  readonly label: string;
  /** Default `custom_tool`. */
  readonly sourceToolName?: string;
  /** JSON, for the policy and the report (T22). Its `files` are the paths that change, relative to the root. */
  readonly details?: unknown;
  /** Executes the action. Never called in a preview. A model that resolves may give data beside its reason (R33). */
  apply(reason: string, extra?: ResolveExtra): CustomToolAnswer;
  /**
   * Called once if the action ends without having been applied (R28): discarded, held, stopped, or given up after an
   * apply that failed. Never called in a preview. The value that it returns replaces the default text.
   */
  reject?(reason: string, extra?: ResolveExtra): CustomToolAnswer;
}
