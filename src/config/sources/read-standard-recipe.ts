import { readStream, type StreamRead } from "../../files/read-stream.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { World } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { LoadingStopped } from "./loading-stop.ts";

/** The word of a command line that stands for standard input. */
const INPUT = "-";

/** The name of a recipe from standard input, in messages and in reports. */
const STANDARD_INPUT = "<stdin>";

/** The parts of a request that may name standard input. */
type Named = Pick<RunRequest, "recipes" | "objects"> & Partial<Pick<RunRequest, "filesFrom">>;

/** The same with the text in the place of `-`; or why it cannot be read. */
type WithStandardRecipe = Pick<RunRequest, "recipes" | "objects"> | { readonly fault: Diagnostic };

/**
 * Reads the recipe that `-` stands for from standard input, which is waited for until the signal fires. Throws
 * `LoadingStopped` then.
 */
export async function readStandardRecipe(
  { recipes, objects, filesFrom }: Named,
  { standardInput }: Pick<World, "standardInput">,
  signal: AbortSignal,
): Promise<WithStandardRecipe> {
  const count = recipes.filter((name) => name === INPUT).length;
  if (count === 0) return { recipes, objects };
  if (count > 1)
    return faultOf("invalid-option", "`-` is given twice: standard input is read once.");
  if (filesFrom === INPUT)
    return faultOf(
      "invalid-option",
      "Standard input cannot be the recipe and the list of --files-from at the same time.",
      "Put one of them into a file.",
    );
  const stream = standardInput?.();
  if (stream === undefined)
    return faultOf(
      "file-not-found",
      "There is no standard input to read a recipe from, or it is a terminal.",
      "Pipe a recipe into the command: `sluice preview - < recipe.yaml`.",
    );
  const read = await readStream(stream, INPUT_LIMITS.configBytes, signal);
  if (read.kind === "stopped") throw new LoadingStopped();
  if (read.kind !== "bytes") return refusalOf(read);
  const text = textOf(read.bytes);
  if (text === undefined) return faultOf("file-unreadable", "Standard input is not UTF-8.");
  if (text.trim() === "")
    return faultOf("no-recipes", "Standard input is empty: there is no recipe in it.");
  return {
    recipes: recipes.map((name) => (name === INPUT ? STANDARD_INPUT : name)),
    objects: new Map([...(objects ?? []), [STANDARD_INPUT, text]]),
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refusalOf(
  read: Extract<StreamRead, { kind: "too-large" | "unreadable" }>,
): WithStandardRecipe {
  if (read.kind === "too-large") {
    const message = `Standard input has more than ${INPUT_LIMITS.configBytes} bytes.`;
    return faultOf("file-too-large", message, "Split the recipe: a run takes several.");
  }
  return faultOf("file-unreadable", `Standard input cannot be read (${read.why}).`);
}

function faultOf(code: Diagnostic["code"], message: string, hint?: string): WithStandardRecipe {
  const advice = hint === undefined ? {} : { hint };
  return { fault: { code, severity: "error", message, ...advice } };
}
