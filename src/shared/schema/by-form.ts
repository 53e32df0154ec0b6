import { z } from "zod";

/** The schemas of a value that may be written in several forms. */
export interface Forms {
  readonly boolean?: z.ZodType;
  readonly number?: z.ZodType;
  readonly text?: z.ZodType;
  readonly list?: z.ZodType;
  readonly map?: z.ZodObject;
}

type FormOf<F extends Forms> = { [Name in keyof F]: z.infer<F[Name]> }[keyof F];

/** The maps among the forms of a schema, for "did you mean". */
export const mapForms = new WeakMap<z.ZodType, z.ZodObject>();

const formsOfSchemas = new WeakMap<z.ZodType, Forms>();

/** Returns the schemas of the forms that a value may be written in; undefined for any other schema. */
export function formsOf(schema: z.ZodType): readonly z.ZodType[] | undefined {
  const forms = formsOfSchemas.get(schema);
  return forms && Object.values(forms).filter((form) => form !== undefined);
}

/**
 * Returns a schema for a value with several forms. Unlike a union, it reports the faults of the form that was written,
 * each with its place; of another form it says that the value `must be`, in the words of the caller.
 */
export function byForm<F extends Forms>(forms: F, words: string): z.ZodType<FormOf<F>> {
  const schema = z.unknown().transform((value, context): FormOf<F> => {
    const form: z.ZodType | undefined = forms[formOf(value)];
    if (form === undefined) {
      context.addIssue({ code: "custom", message: `must be ${words}`, input: value });
      return z.NEVER;
    }
    const parsed = form.safeParse(value, { reportInput: true, jitless: true });
    if (parsed.success) return parsed.data as FormOf<F>; // Its form's.
    for (const issue of parsed.error.issues) context.issues.push(issue as z.core.$ZodRawIssue);
    return z.NEVER;
  });
  formsOfSchemas.set(schema, forms);
  if (forms.map !== undefined) mapForms.set(schema, forms.map);
  return schema;
}

function formOf(value: unknown): keyof Forms {
  if (Array.isArray(value)) return "list";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return "number";
  return typeof value === "object" && value !== null ? "map" : "text";
}
