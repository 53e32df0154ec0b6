import { ForgeFault } from "./forge.ts";
import type { HttpPort } from "./http-port.ts";

/** Reads one value. Throws a `ForgeFault`. */
export async function getJson(path: string, send: HttpPort): Promise<unknown> {
  return (await send({ method: "GET", path, isRepeatable: true })).value;
}

/** A value, or the fault of a forge that does not show it. */
export type Found =
  | { readonly kind: "found"; readonly value: unknown }
  | { readonly kind: "missing"; readonly fault: ForgeFault };

/** Reads a value that is perhaps missing, which is an answer too. */
export async function findJson(path: string, send: HttpPort): Promise<Found> {
  try {
    return { kind: "found", value: await getJson(path, send) };
  } catch (error) {
    if (error instanceof ForgeFault && error.kind === "missing")
      return { kind: "missing", fault: error };
    throw error;
  }
}
