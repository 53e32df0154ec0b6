import type { SourceRole } from "../../model/source-file.ts";
import type { ConfigReader, SourceText } from "./config-reader.ts";
import type { SourcePlace } from "./source-place.ts";

/** A recipe or a policy as it was written: a text, or an object of the caller. Otherwise why it is not read. */
export type ReadSource =
  | { readonly written: string | object; readonly path: string }
  | Extract<SourceText, { readonly diagnostic: unknown }>;

/** Reads a recipe or a policy. */
export async function readSource(
  reader: ConfigReader,
  place: SourcePlace,
  role: SourceRole,
): Promise<ReadSource> {
  const read = await reader.read(place, role);
  if ("diagnostic" in read) return read;
  const object = place.origin === "object" ? reader.objects.get(place.name) : undefined;
  return { written: object ?? read.text, path: read.path };
}
