import { z } from "zod";
import { text } from "../../shared/schema/schema-parts.ts";

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
const name = z.string().regex(new RegExp(`^${NAME}$`, "u"), "must be a name");

/** Words of JavaScript that no import of a module can bind. */
const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);

const localOf = (written: string) => written.split(" as ").at(-1) ?? written;
const isFree = (written: string) => !RESERVED.has(localOf(written));
const local = name.refine(isFree, "is a reserved word: name another local one");
const named = z
  .string()
  .regex(new RegExp(`^${NAME}( as ${NAME})?$`, "u"), "must be a name, or `name as local`")
  .refine(isFree, "binds a reserved word: write `name as local`");
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
      .superRefine((add, context) => {
        const seen = new Set<string>();
        for (const [index, { default: whole, namespace, names = [] }] of add.entries())
          for (const bound of [whole, namespace, ...names.map(localOf)]) {
            if (bound === undefined) continue;
            const message = `adds \`${bound}\` a second time: a file can import a name only once`;
            if (seen.has(bound)) context.addIssue({ code: "custom", message, path: [index] });
            seen.add(bound);
          }
      })
      .optional(),
    remove: z
      .array(
        z.strictObject({
          from: module,
          names: z.array(name).min(1).optional(),
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
