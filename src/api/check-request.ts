import type { z } from "zod";
import type { Diagnostic } from "../model/diagnostic.ts";
import { shapeProblems } from "../shared/schema/shape.ts";

/** A request whose fields have the right types; or its faults. */
export type CheckedRequest<Request> =
  | { readonly request: Request }
  | { readonly faults: readonly Diagnostic[] };

/** Checks the fields of a request: a program may be JavaScript. Never throws. */
export function checkRequest<Request>(
  schema: z.ZodType<Request>,
  given: unknown,
): CheckedRequest<Request> {
  try {
    const parsed = schema.safeParse(given, { reportInput: true });
    if (parsed.success) return { request: parsed.data };
    return { faults: shapeProblems(schema, parsed.error).map(requestFault) };
  } catch {
    return {
      faults: [
        requestFault("It cannot be read, because a field of it throws. Give a plain object."),
      ],
    };
  }
}

/** Returns a diagnostic about a request. */
export function requestFault(message: string): Diagnostic {
  return { code: "invalid-option", severity: "error", message };
}
