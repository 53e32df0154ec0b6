import { type AgentToolResult, DIRECT_CALL, type ToolExecutionContext } from "../model/tool.ts";
import type { Session } from "../resolve/session.ts";
import { SessionTooling, type SessionToolsOptions } from "../run/calls/session-tooling.ts";
import { BUILT_IN_TOOLS } from "../tools/built-in.ts";
import { createResolveTool as createTool } from "../tools/resolve-tool.ts";
import { type RegisteredTool, ToolRegistry } from "../tools/tool-registry.ts";
import { checkRequest } from "./check-request.ts";
import { type GivenWorld, standingWorld } from "./in-world.ts";
import { sessionToolsSchema } from "./world-schema.ts";

/** A tool for a loop of one's own. */
export interface AgentTool {
  readonly name: string;
  /** For a model. */
  readonly description: string;
  /** The parameters, as JSON schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** A hidden tool is offered only while an offered tool `queuesPreviews`, and is not listed to people (R18). */
  readonly isHidden: boolean;
  /** True if its calls queue previews, which `resolve` then ends. */
  readonly queuesPreviews: boolean;
  /**
   * Checks the parameters and runs the call. Rejects with a `ToolError`, in words for a model, if it refuses or fails.
   * The context is that of a direct call by default (T4); `signal` ends a search, never a write (A22).
   */
  execute(
    params: unknown,
    context?: ToolExecutionContext,
    signal?: AbortSignal,
  ): Promise<AgentToolResult>;
}

/**
 * Creates the tool that ends a pending action of a session: `apply` or `discard`, with a reason (R1–R14, R18, R33).
 * Its parameters are those of {@link resolvePending}; an action is written by the tool that queued it.
 */
export function createResolveTool(session: Session): AgentTool {
  const registry = new ToolRegistry();
  registry.add(createTool(session));
  const call: CallTool = (name, params, context, signal) =>
    registry.call(name, params, signal, context);
  return agentTool(registry.get("resolve"), call);
}

/**
 * Creates `ast_edit` for a session: a call never writes, it queues its preview (A1–A24). `resolve` with `apply` runs
 * the edit again, compares, and writes all files or none, under the lock of the root and with a journal, as a run of
 * its own that `undo` takes back. No policy is asked: the caller decides.
 */
export function createAstEditTool(options: SessionToolsOptions, world?: GivenWorld): AgentTool {
  const tooling = toolingOf("createAstEditTool", options, world);
  return agentTool(tooling.tools().get("ast_edit"), tooling.call.bind(tooling));
}

/**
 * Creates every built-in tool for a session, in the order in which a model gets them: `ast_edit`, `ast_grep`,
 * `read_file`, `list_files`, `write_file`, `replace_text`, and `resolve`, which is hidden. They share one workspace:
 * each sees what was applied, with `isDryRun` too.
 */
export function createBuiltInTools(
  options: SessionToolsOptions,
  world?: GivenWorld,
): readonly AgentTool[] {
  const tooling = toolingOf("createBuiltInTools", options, world);
  const registry = tooling.tools();
  return BUILT_IN_TOOLS.map(({ name }) =>
    agentTool(registry.get(name), tooling.call.bind(tooling)),
  );
}

/** Returns the tools of a session. Throws a `TypeError` if an option, or a part of the world, is not valid. */
function toolingOf(
  name: string,
  options: SessionToolsOptions,
  world: GivenWorld | undefined,
): SessionTooling {
  const checked = checkRequest(sessionToolsSchema, options);
  if ("faults" in checked)
    throw new TypeError(`${name}: ${checked.faults.map(({ message }) => message).join(" ")}`);
  return new SessionTooling(options, standingWorld(world));
}

type CallTool = SessionTooling["call"];

function agentTool(tool: RegisteredTool | undefined, call: CallTool): AgentTool {
  if (tool === undefined) throw new Error("A built-in tool is not in its own table.");
  const { name, description, isHidden, queuesPreviews } = tool;
  return {
    name,
    description,
    isHidden,
    queuesPreviews,
    get parameters() {
      return tool.parameters;
    },
    // A program may be JavaScript, where `null` means "none", too.
    execute: (params, context, signal) =>
      call(name, params, context ?? DIRECT_CALL, signal ?? NEVER),
  };
}

const NEVER = new AbortController().signal;
