import { z } from "zod";
import { text } from "../../shared/schema/schema-parts.ts";

/** One input, as written. Rules between its fields are checked in `input-declarations.ts`. */
export const writtenInputSchema = z.strictObject({
  type: z.enum(["string", "number", "boolean", "enum", "list"]).default("string"),
  description: z.string().optional(),
  required: z.boolean().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  values: z.array(text).min(1).optional(),
});

export type WrittenInput = z.infer<typeof writtenInputSchema>;
