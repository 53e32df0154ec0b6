import { type AgentToolResult, DIRECT_CALL, type ToolExecutionContext } from "../model/tool.ts";
import { ToolError } from "../model/tool-error.ts";
import { didYouMean } from "../shared/closest-name.ts";
import type { Tool } from "./tool.ts";

/** A tool whose parameters are not checked yet. */
export interface RegisteredTool extends Omit<Tool<unknown>, "parameters" | "execute"> {
  /** As JSON schema, for a model. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Checks the parameters and runs the call. Throws a `ToolError` if it refuses or fails. */
  call(
    params: unknown,
    context: ToolExecutionContext,
    signal: AbortSignal,
  ): Promise<AgentToolResult>;
}

/** The tools of one recipe, by name. */
export class ToolRegistry {
  readonly #tools = new Map<string, RegisteredTool>();

  /** Adds a tool. Returns false if its name is taken: the first tool with a name keeps it (T24). */
  add<Params>({ parameters, ...tool }: Tool<Params>): boolean {
    if (this.#tools.has(tool.name)) return false;
    this.#tools.set(tool.name, {
      name: tool.name,
      description: tool.description,
      isHidden: tool.isHidden,
      queuesPreviews: tool.queuesPreviews,
      get parameters() {
        return parameters.jsonSchema;
      },
      call: async (params, context, signal) =>
        tool.execute(parameters.parse(params), context, signal),
    });
    return true;
  }

  get(name: string): RegisteredTool | undefined {
    return this.#tools.get(name);
  }

  /** Calls a tool by its name. Throws a `ToolError` if the tool is unknown, refuses or fails. */
  async call(
    name: string,
    params: unknown,
    signal: AbortSignal,
    context: ToolExecutionContext = DIRECT_CALL,
  ): Promise<AgentToolResult> {
    const tool = this.#tools.get(name);
    if (tool) return tool.call(params, context, signal);
    const names = this.listed().map((listed) => listed.name);
    throw new ToolError(`There is no tool \`${name}\`. ${didYouMean(name, names)}`);
  }

  /** Returns the tools that people see: without hidden ones (R18). */
  listed(): readonly RegisteredTool[] {
    return [...this.#tools.values()].filter(({ isHidden }) => !isHidden);
  }

  /** Returns the tools for a model: the active ones, and hidden ones if an active one can queue previews (R18). */
  offered(active: readonly string[]): readonly RegisteredTool[] {
    const shown = this.listed().filter(({ name }) => active.includes(name));
    const canQueue = shown.some(({ queuesPreviews }) => queuesPreviews);
    return canQueue
      ? [...shown, ...[...this.#tools.values()].filter((tool) => tool.isHidden)]
      : shown;
  }
}
