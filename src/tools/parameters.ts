import { z } from "zod";
import { ToolError } from "../model/tool-error.ts";
import { shapeProblems } from "../shared/schema/shape.ts";

/** The parameters of the calls of a tool. */
export interface ToolParameters<Params> {
  /** As JSON schema, for a model. */
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  /** Returns the parameters as the tool takes them. Throws a `ToolError` that names every place and what it expects. */
  parse(value: unknown): Params;
}

/** Returns parameters that a zod schema describes, which is made when a call or a model needs it. */
export function zodParameters<Params>(schemaOf: () => z.ZodType<Params>): ToolParameters<Params> {
  return {
    get jsonSchema() {
      return z.toJSONSchema(schemaOf(), { io: "input", unrepresentable: "any" });
    },
    parse(value) {
      const schema = schemaOf();
      const parsed = schema.safeParse(value, { reportInput: true });
      if (parsed.success) return parsed.data;
      throw parameterError(shapeProblems(schema, parsed.error));
    },
  };
}

/** Returns an error that names the problems of the parameters of a call. */
export function parameterError(problems: readonly string[]): ToolError {
  return new ToolError(`The parameters do not fit: ${problems.join(" ")}`);
}
