import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { shown } from "../../shared/shown.ts";
import type { CasesPlace } from "./cases-place.ts";
import { caseFault } from "./read-tree.ts";

/** Reads the text of a file that says something about cases. */
export async function readText(
  { files }: CasesPlace,
  path: string,
): Promise<{ readonly text: string } | { readonly fault: Diagnostic }> {
  const read = await files.read(path, INPUT_LIMITS.configBytes);
  if ("diagnostic" in read) return { fault: read.diagnostic };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(read.bytes) };
  } catch {
    return { fault: caseFault(path, `${shown(path)} is not UTF-8.`) };
  }
}
