import type { ItemOf } from "../../model/conversation.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { messageOf } from "../../shared/message-of.ts";
import { interruptAfter } from "../../shared/process/interrupt-after.ts";
import { TimeLimitError } from "../../shared/process/time-limit.ts";
import { schemaProblems } from "../../shared/schema/schema-problems.ts";
import { truncateText } from "../../shared/truncate-text.ts";
import { excessOf } from "../model/bounded-call.ts";

/** A JSON schema. */
export type ResponseSchema = Readonly<Record<string, unknown>>;

/** The outcome of reading a text as an answer of some shape. */
export type ParsedResponse =
  | { readonly kind: "fits"; readonly value: unknown }
  /** `problem` names every place and is bounded. It is sent to the model. */
  | { readonly kind: "misfit"; readonly problem: string }
  /** The schema itself cannot be used: no answer can fit. */
  | { readonly kind: "unusable"; readonly problem: string };

/** Bytes of the problem of one answer. */
const MAX_PROBLEM = 2000;
/** The time to check one answer; milliseconds. Only a pattern that backtracks without end comes near it. */
const TIME_LIMIT = 1000;

/** Makes the item that asks for an answer of that shape, for the beginning of a conversation, after the files. */
export function responseRequest(schema: ResponseSchema): ItemOf<"system"> {
  const wish =
    "Once everything is done, answer with JSON that fits this JSON schema, and nothing else:";
  return { role: "system", tag: "response", text: `${wish}\n${canonicalJson(schema)}` };
}

/** Reads an answer: JSON, perhaps in a single fence, that fits the schema. Never throws, and takes a second at most. */
export function parseResponse(schema: ResponseSchema, text: string): ParsedResponse {
  const json = parseJson(text);
  if (json === undefined) return misfit("It is no JSON.");
  const excess = excessOf(json.value);
  if (excess !== undefined) return misfit(`It is ${excess}.`);
  if (hasInfinity(json.value)) return misfit("It has a number that is too large.");
  try {
    const problems = interruptAfter(TIME_LIMIT, () => schemaProblems(schema, json.value));
    return problems === undefined
      ? { kind: "fits", value: json.value }
      : misfit(problems.join(" "));
  } catch (error) {
    const problem =
      error instanceof TimeLimitError
        ? `It is too slow: an answer takes longer than ${TIME_LIMIT} ms to check. Look at its patterns.`
        : truncateText(messageOf(error), MAX_PROBLEM).text;
    return { kind: "unusable", problem };
  }
}

function misfit(problem: string): ParsedResponse {
  return { kind: "misfit", problem: truncateText(problem, MAX_PROBLEM).text };
}

/** Returns the value in an object of its own, because `null` is JSON; undefined if the text is not JSON. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  const fenced = /^```[^\n`]*\r?\n([\s\S]*?)\r?\n?```$/.exec(text.trim());
  try {
    return { value: JSON.parse(fenced?.[1] ?? text) };
  } catch {
    return undefined; // The words of JSON.parse differ from version to version.
  }
}

/** True if a number is infinite: `1e999` is read as one, and a report would have `null` in its place. */
function hasInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasInfinity);
}
