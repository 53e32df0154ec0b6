import { z } from "zod";
import { isRecord } from "../../shared/is-record.ts";
import { messageOf } from "../../shared/message-of.ts";
import { shapeProblems } from "../../shared/schema/shape.ts";
import { shown } from "../../shared/shown.ts";
import { structureFault } from "../../shared/yaml/structure-fault.ts";
import { endOfLine, rawLines } from "./cassette-lines.ts";
import { Cassette } from "./cassette-player.ts";
import {
  CASSETTE_FORMAT,
  CASSETTE_KIND,
  CASSETTE_LINES_FORMAT,
  type CassetteEntry,
  cassetteSchema,
  entrySchema,
  headerSchema,
  MAX_ENTRIES,
} from "./cassette-schema.ts";

/** UTF-16 code units of a file. A longer one is not parsed. */
export const MAX_CASSETTE_LENGTH = 64 * 1024 * 1024;

/** UTF-16 code units of a first line that can be a header. */
const MAX_HEADER_LENGTH = 1000;

/** Problems in one message. */
const MAX_PROBLEMS = 3;

/** A cassette, or the reason for which a text is not one. */
export type ParsedCassette =
  | {
      readonly kind: "cassette";
      readonly cassette: Cassette;
      /** The number of a last line that is cut off; the cassette has the turns before it. */
      readonly cutLine: number | undefined;
    }
  /** `message` is one line. `line` is from 1, if the cassette has one line per turn. */
  | { readonly kind: "invalid"; readonly message: string; readonly line?: number };

/** Reads the text of a cassette, in either form; it may come from an untrusted author. Never throws. */
export function parseCassette(text: string): ParsedCassette {
  if (text.length > MAX_CASSETTE_LENGTH) return invalid("The cassette is larger than 64 MB.");
  const header = headerOf(text);
  return header === undefined || header.formatVersion === CASSETTE_FORMAT
    ? parseObject(text)
    : parseLines(text, header);
}

/** Returns the first line if it is a map that names a cassette; undefined if the text can only be one object. */
function headerOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const line = text.slice(0, Math.min(endOfLine(text, 0), MAX_HEADER_LENGTH));
  try {
    const header: unknown = JSON.parse(line);
    return isRecord(header) && header.kind === CASSETTE_KIND ? header : undefined;
  } catch {
    return undefined; // One object over several lines, or no cassette: `parseObject` reports it.
  }
}

function parseLines(text: string, header: Readonly<Record<string, unknown>>): ParsedCassette {
  if (header.formatVersion !== CASSETTE_LINES_FORMAT) return anotherFormat();
  const head = headerSchema.safeParse(header, { reportInput: true });
  if (!head.success) return damaged(`line 1: ${problemsOf(headerSchema, head.error)}`, 1);
  const entries: CassetteEntry[] = [];
  const order = new TurnOrder();
  for (const line of rawLines(text)) {
    const { number } = line;
    const inLine = (problem: string) => damaged(`line ${number}: ${problem}`, number);
    if (line.kind === "cut") return cassetteOf(entries, number);
    if (line.kind === "invalid")
      return inLine(`it is not JSON: ${shown(messageOf(line.problem))}.`);
    if (entries.length === MAX_ENTRIES) return inLine(`there are more than ${MAX_ENTRIES} turns.`);
    const parsed = parseEntry(line.value);
    if ("fault" in parsed) return inLine(parsed.fault);
    const misplaced = order.faultOf(parsed.entry);
    if (misplaced !== undefined) return inLine(`it ${misplaced}`);
    entries.push(parsed.entry);
  }
  return cassetteOf(entries);
}

function parseEntry(value: unknown): { entry: CassetteEntry } | { fault: string } {
  const structure = structureFault(value);
  if (structure !== undefined) return { fault: `${structure}.` };
  const parsed = entrySchema.safeParse(value, { reportInput: true });
  return parsed.success ? { entry: parsed.data } : { fault: problemsOf(entrySchema, parsed.error) };
}

function parseObject(text: string): ParsedCassette {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return invalid(`The cassette is not JSON, or is cut off: ${shown(messageOf(error))}.`);
  }
  if (!isRecord(raw) || raw.kind !== CASSETTE_KIND)
    return invalid("It is not a cassette: `--record` did not write it.");
  if (raw.formatVersion !== CASSETTE_FORMAT) return anotherFormat();
  const structure = structureFault(raw);
  if (structure !== undefined) return damaged(`${structure}.`);
  const parsed = cassetteSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) return damaged(problemsOf(cassetteSchema, parsed.error));
  const order = new TurnOrder();
  for (const [index, entry] of parsed.data.entries.entries()) {
    const misplaced = order.faultOf(entry);
    if (misplaced !== undefined) return damaged(`\`entries[${index}]\` ${misplaced}`);
  }
  return cassetteOf(parsed.data.entries);
}

function cassetteOf(entries: readonly CassetteEntry[], cutLine?: number): ParsedCassette {
  return { kind: "cassette", cassette: new Cassette(entries), cutLine };
}

function anotherFormat(): ParsedCassette {
  const known = `${CASSETTE_FORMAT} and ${CASSETTE_LINES_FORMAT}`;
  return invalid(`This Sluice reads the formats ${known} of cassettes only. Record it again.`);
}

function damaged(problem: string, line?: number): ParsedCassette {
  return invalid(`The cassette is damaged: ${problem}`, line);
}

function invalid(message: string, line?: number): ParsedCassette {
  return line === undefined ? { kind: "invalid", message } : { kind: "invalid", message, line };
}

function problemsOf(schema: z.ZodType, error: z.ZodError): string {
  const first = new z.ZodError(error.issues.slice(0, MAX_PROBLEMS));
  return shapeProblems(schema, first).slice(0, MAX_PROBLEMS).map(shown).join(" ");
}

/** Checks what the shape cannot say: a turn has one outcome, and the turns of a step are in order. */
class TurnOrder {
  readonly #turns = new Map<string, number>();

  /** Returns a fault, in words that follow the place of the turn; undefined if the turn fits. */
  faultOf({ recipe, step, turn, answer, error }: CassetteEntry): string | undefined {
    if ((answer === undefined) === (error === undefined))
      return "must have either an answer or an error.";
    const key = JSON.stringify([recipe, step]);
    const next = (this.#turns.get(key) ?? 0) + 1;
    if (turn !== next && turn !== 1)
      return `must have the turn ${next === 1 ? "1" : `${next} or 1`}, and has ${turn}.`;
    this.#turns.set(key, turn);
    return undefined;
  }
}
