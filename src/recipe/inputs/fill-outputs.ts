import { LateText } from "../../model/recipe/prompt-step.ts";
import { isRecord } from "../../shared/is-record.ts";

/** The outputs of steps by step id: the answers of models to prompt steps with `response`. */
export type StepOutputs = ReadonlyMap<string, unknown>;

/** A value, or a sentence that names the output, or the part of it, that is missing. */
export type Filled<Value> = { readonly value: Value } | { readonly fault: string };

/**
 * Replaces every {@link LateText} in a value, at any depth, and never expands the inserted text again (F14).
 * A text that is one output becomes the value itself, with its type; in a longer text, lists and maps become JSON.
 */
export function fillOutputs(value: unknown, outputs: StepOutputs): Filled<unknown> {
  const faults: string[] = [];
  const fill = (item: unknown): unknown => {
    if (item instanceof LateText) {
      const filled = fillText(item, outputs);
      if ("value" in filled) return filled.value;
      faults.push(filled.fault);
      return undefined;
    }
    if (Array.isArray(item)) return item.map(fill);
    if (!isRecord(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([key, field]) => [key, fill(field)]));
  };
  const filled = fill(value);
  const [fault] = faults;
  return fault === undefined ? { value: filled } : { fault };
}

function fillText({ pieces }: LateText, outputs: StepOutputs): Filled<unknown> {
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === "output") return outputAt(outputs, only);
  let text = "";
  for (const piece of pieces) {
    const part = piece.kind === "output" ? outputText(outputs, piece) : { value: piece.text };
    if ("fault" in part) return part;
    text += part.value;
  }
  return { value: text };
}

/** Returns an output as a part of a text. */
export function outputText(
  outputs: StepOutputs,
  reference: { readonly step: string; readonly path: readonly string[] },
): Filled<string> {
  const found = outputAt(outputs, reference);
  if ("fault" in found) return found;
  return { value: typeof found.value === "string" ? found.value : JSON.stringify(found.value) };
}

function outputAt(
  outputs: StepOutputs,
  { step, path }: { readonly step: string; readonly path: readonly string[] },
): Filled<unknown> {
  if (!outputs.has(step)) return { fault: `Step \`${step}\` has no output.` };
  let value = outputs.get(step);
  for (const [depth, key] of path.entries()) {
    // Own fields only: `constructor` is not one.
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      const named = ["steps", step, "output", ...path.slice(0, depth + 1)].join(".");
      return { fault: `The output has no value \`${named}\`.` };
    }
    value = (value as Readonly<Record<string, unknown>>)[key]; // A list has its items as fields too.
  }
  return value === undefined ? { fault: `Step \`${step}\` has no output.` } : { value };
}

/** True if a value contains a {@link LateText}, at any depth. */
export function hasLateText(value: unknown): boolean {
  if (value instanceof LateText) return true;
  if (Array.isArray(value)) return value.some(hasLateText);
  return isRecord(value) && Object.values(value).some(hasLateText);
}
