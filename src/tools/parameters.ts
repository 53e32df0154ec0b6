import { z } from "zod";
import { ToolError } from "../model/tool-error.ts";
import { shapeProblems } from "../shared/shape.ts";

/** What a call of a tool may be given. */
export interface ToolParameters<Params> {
  /** As JSON schema, for a model. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** The parameters as the tool takes them. Throws a `ToolError` that names every place and what it expects. */
  parse(value: unknown): Params;
}

/** Parameters that a zod schema describes. */
export function zodParameters<Params>(schema: z.ZodType<Params>): ToolParameters<Params> {
  return {
    get jsonSchema() {
      return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    },
    parse(value) {
      const parsed = schema.safeParse(value, { reportInput: true });
      if (parsed.success) return parsed.data;
      throw parameterError(shapeProblems(schema, parsed.error));
    },
  };
}

/** What is wrong with the parameters of a call. */
export function parameterError(problems: readonly string[]): ToolError {
  return new ToolError(`The parameters do not fit: ${problems.join(" ")}`);
}
