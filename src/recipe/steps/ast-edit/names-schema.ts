import { z } from "zod";
import { RESERVED } from "./reserved-words.ts";

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*`;
/** A name of a declaration. */
export const name = z.string().regex(new RegExp(`^${NAME}$`, "u"), "must be a name");

const localOf = (written: string) => written.split(" as ").at(-1) ?? written;
const isFree = (written: string) => !RESERVED.has(localOf(written));
const local = name.refine(isFree, "is a reserved word: name another local one");
const named = z
  .string()
  .regex(new RegExp(`^${NAME}( as ${NAME})?$`, "u"), "must be a name, or `name as local`")
  .refine(isFree, "binds a reserved word: write `name as local`");
const module = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^"'\\\n]+$/, "must be the name of a module, without quotes");

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

const MEANT = new RegExp(String.raw`^(?:${NAME}|\$[A-Z_][A-Z_0-9]*)$`, "u");

/** What names mean, as written. */
export const writtenNamesSchema = z.record(
  z.string().regex(MEANT, "must be a name, or a metavariable"),
  z.union(
    [
      z.enum(["local", "global", "parameter"]),
      z.strictObject({
        from: z.union([module, z.array(module).min(1)]),
        export: z.string().regex(new RegExp(String.raw`^(?:\*|${NAME}(?:\.${NAME})*)$`, "u"), {
          error: "must be a name, `default` or `*`",
        }),
      }),
    ],
    { error: ({ input }) => faultOfMeaning(input) },
  ),
);

/** Returns the fault of a value that says nothing of a name, in words that follow its key. */
function faultOfMeaning(value: unknown): string {
  const wanted = "must be `local`, `global`, `parameter`, or `from` with `export`";
  if (typeof value === "string") {
    return `${wanted}, and is \`${value}\`: a module is \`{ from: ${value}, export: NAME }\``;
  }
  const unknown = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const key = unknown.find((each) => each !== "from" && each !== "export");
  return key === undefined ? wanted : `${wanted}, and has \`${key}\``;
}
