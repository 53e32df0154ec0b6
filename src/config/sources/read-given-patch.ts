import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { GivenPatch, PatchSource } from "../../model/patch/patch.ts";
import type { World } from "../../model/world.ts";
import { readNamedInput } from "./read-named-input.ts";

/** Reads the proposal of the caller. Throws `LoadingStopped` once the signal fires. */
export async function readGivenPatch(
  { file: named, by }: PatchSource,
  world: Pick<World, "cwd" | "standardInput">,
  signal: AbortSignal,
): Promise<{ readonly givenPatch: GivenPatch } | { readonly fault: Diagnostic }> {
  const input = { named, noun: "patch", maxBytes: INPUT_LIMITS.patchBytes };
  const read = await readNamedInput(input, world, signal);
  if ("fault" in read) return faultOf("file-unreadable", read.fault);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const name = named === "-" ? "<stdin>" : named;
    return { givenPatch: { name, text: decoder.decode(read.bytes), by } };
  } catch {
    return faultOf(
      "file-unreadable",
      `${read.what} is not in UTF-8: texts in other encodings are not changed.`,
    );
  }
}

function faultOf(code: Diagnostic["code"], message: string): { readonly fault: Diagnostic } {
  return { fault: { code, severity: "error", message } };
}
