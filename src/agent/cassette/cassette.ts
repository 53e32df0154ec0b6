import { z } from "zod";
import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shapeProblems } from "../../shared/shape.ts";
import { shown } from "../../shared/shown.ts";
import { structureFault } from "../../shared/structure-fault.ts";
import { Cassette } from "./cassette-player.ts";
import {
  CASSETTE_FORMAT,
  CASSETTE_KIND,
  type CassetteEntry,
  cassetteSchema,
} from "./cassette-schema.ts";

/** UTF-16 code units of a file; more is not looked at. */
export const MAX_CASSETTE_LENGTH = 64 * 1024 * 1024;

/** More of them help nobody. */
const MAX_PROBLEMS = 3;

/**
 * Reads the text of a cassette, which anybody may have written. Never throws: a fault is one line that says what is
 * wrong, and where.
 */
export function parseCassette(
  text: string,
): { readonly cassette: Cassette } | { readonly fault: string } {
  if (text.length > MAX_CASSETTE_LENGTH) return { fault: "The cassette is larger than 64 MB." };
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { fault: `The cassette is no JSON, or cut off: ${shown(messageOf(error))}.` };
  }
  if (!isRecord(raw) || raw.kind !== CASSETTE_KIND)
    return { fault: "It is no cassette: `--record` did not write it." };
  if (raw.formatVersion !== CASSETTE_FORMAT)
    return {
      fault: `The cassette is of another format than ${CASSETTE_FORMAT}, which this Sluice reads: record it again.`,
    };
  const structure = structureFault(raw);
  if (structure !== undefined) return { fault: `The cassette is damaged: ${structure}.` };
  const parsed = cassetteSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) {
    const first = new z.ZodError(parsed.error.issues.slice(0, MAX_PROBLEMS));
    const problems = shapeProblems(cassetteSchema, first).slice(0, MAX_PROBLEMS).map(shown);
    return { fault: `The cassette is damaged: ${problems.join(" ")}` };
  }
  const { entries } = parsed.data;
  const fault = orderFault(entries);
  return fault === undefined ? { cassette: new Cassette(entries) } : { fault };
}

/** What the shape does not say: each turn has one ending, and the turns of a step are in order. */
function orderFault(entries: readonly CassetteEntry[]): string | undefined {
  const turns = new Map<string, number>();
  for (const [index, { recipe, step, turn, answer, error }] of entries.entries()) {
    if ((answer === undefined) === (error === undefined))
      return `The cassette is damaged: \`entries[${index}]\` has to have an answer or an error, and one of them only.`;
    const key = JSON.stringify([recipe, step]);
    const next = (turns.get(key) ?? 0) + 1;
    if (turn !== next && turn !== 1)
      return `The cassette is damaged: \`entries[${index}].turn\` is ${turn}, and has to be ${next}.`;
    turns.set(key, turn);
  }
  return undefined;
}
