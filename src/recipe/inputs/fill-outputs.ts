import { LateText } from "../../model/prompt-step.ts";
import { isRecord } from "../../shared/is-record.ts";

/** What steps came to, by their ids: answers of the models of prompt steps with `response`. */
export type StepOutputs = ReadonlyMap<string, unknown>;

/** A value, or why it cannot be had, in a sentence. */
export type Filled<Value> = { readonly value: Value } | { readonly fault: string };

/**
 * Puts outputs in for every {@link LateText} at any depth of a value. One that is a single output and nothing
 * else becomes the value itself, with its type; in a longer text what is no text stands as JSON. What is put in
 * is not looked at again (F14). A path that an output does not have is a fault that names it.
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

/** An output as a part of a text. */
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
  if (!outputs.has(step)) return { fault: `Step \`${step}\` came to no output.` };
  let value = outputs.get(step);
  for (const [depth, key] of path.entries()) {
    // Own fields only: `constructor` is none.
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      const named = ["steps", step, "output", ...path.slice(0, depth + 1)].join(".");
      return { fault: `There is no \`${named}\`.` };
    }
    value = (value as Readonly<Record<string, unknown>>)[key]; // Lists too have their items as fields.
  }
  return value === undefined ? { fault: `Step \`${step}\` came to no output.` } : { value };
}

/** Whether a value has a {@link LateText} in it, at any depth. */
export function hasLateText(value: unknown): boolean {
  if (value instanceof LateText) return true;
  if (Array.isArray(value)) return value.some(hasLateText);
  return isRecord(value) && Object.values(value).some(hasLateText);
}
