import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call, McpSession } from "./session.ts";

/** A tool that clients call. */
export interface McpTool<Input = unknown> {
  readonly name: string;
  readonly title: string;
  /** For a model. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  readonly output: z.ZodType<object>;
  /** It may write: then no other call runs. */
  readonly isWriter?: true;
  call(input: Input, session: McpSession, call: Call): Promise<Answer>;
}

/** Makes a tool whose answers have the shape that it says. */
export function mcpTool<Input, Data extends object>(
  tool: Omit<McpTool<Input>, "output" | "call"> & {
    readonly output: z.ZodType<Data>;
    call(input: Input, session: McpSession, call: Call): Promise<Answer<Data>>;
  },
): McpTool {
  return tool as McpTool; // The protocol's package has checked the input by its schema.
}
