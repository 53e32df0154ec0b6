import { z } from "zod";
import { text } from "../../shared/schema/schema-parts.ts";

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
const local = z.string().regex(new RegExp(`^${NAME}$`, "u"), "must be a name");
const named = z
  .string()
  .regex(new RegExp(`^${NAME}( as ${NAME})?$`, "u"), "must be a name, or `name as local`");
const module = text.regex(/^[^"'\\\n]+$/, "must be the name of a module, without quotes");

/** Changes of imports, as written. */
export const writtenImportsSchema = z
  .strictObject({
    add: z
      .array(
        z.strictObject({
          from: module,
          default: local.optional(),
          namespace: local.optional(),
          names: z.array(named).min(1).optional(),
          type: z.boolean().optional(),
        }),
      )
      .min(1)
      .optional(),
    remove: z
      .array(
        z.strictObject({
          from: module,
          names: z.array(local).min(1).optional(),
          default: z.boolean().optional(),
          namespace: z.boolean().optional(),
          ifUnused: z.boolean().optional(),
        }),
      )
      .min(1)
      .optional(),
    merge: z.boolean().optional(),
    when: z.enum(["matched", "always"]).optional(),
  })
  .refine(
    ({ add, remove, merge }) => (add ?? remove) !== undefined || merge === true,
    "must have `add`, `remove` or `merge`",
  );

export type WrittenImports = z.infer<typeof writtenImportsSchema>;
