import type { z } from "zod";
import { ForgeFault } from "./forge.ts";

/** Returns an answer in the shape that it must have. Throws a `ForgeFault` if it has another. */
export function readShape<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join(".") ?? "";
  const where = place === "" ? "" : ` (at ${place})`;
  throw new ForgeFault("failed", `An answer of ${name} does not have the expected form${where}.`);
}
