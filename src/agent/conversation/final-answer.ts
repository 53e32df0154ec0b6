import type { ItemOf } from "../../model/conversation.ts";
import type { ModelAnswer } from "../model/model-port.ts";
import { parseResponse, type ResponseSchema } from "./response.ts";

/** The verdict on an answer without calls, if nothing waits to be resolved. */
export type FinalVerdict =
  | { readonly kind: "done"; readonly output?: unknown }
  /** The answer is asked for again; the item says why. */
  | { readonly kind: "again"; readonly item: ItemOf<"system"> }
  | { readonly kind: "failed"; readonly message: string };

/** The limit of repeats for a whole answer, and of those for an answer that fits, in one conversation. */
const MAX_REPEATS = 3;

/** Judges the answers that could end one conversation. */
export class FinalAnswer {
  readonly #schema: ResponseSchema | undefined;
  #cut = 0;
  #misfits = 0;

  /** Without a schema every text is accepted. */
  constructor(schema: ResponseSchema | undefined) {
    this.#schema = schema;
  }

  /** Judges an answer. One that was cut off, or that does not fit the schema, is asked for again. */
  judge({ text, isCut }: ModelAnswer): FinalVerdict {
    if (isCut === true) return this.#judgeCut();
    if (this.#schema === undefined) return { kind: "done" };
    const response = parseResponse(this.#schema, text);
    switch (response.kind) {
      case "fits":
        return { kind: "done", output: response.value };
      case "misfit":
        return this.#judgeMisfit(response.problem);
      case "unusable":
        return {
          kind: "failed",
          message: `The schema of \`response\` cannot be used: ${response.problem}`,
        };
    }
  }

  /** Counts an answer that was cut off. Returns a sentence if it was the last that is asked for again. */
  addCut(): string | undefined {
    this.#cut += 1;
    return this.#cut <= MAX_REPEATS
      ? undefined
      : `The model's answer was cut off ${this.#cut} times. Raise \`maxOutputTokens\`, or ask for less at once.`;
  }

  #judgeCut(): FinalVerdict {
    const message = this.addCut();
    return message === undefined
      ? again("Your answer was cut off because it is too long. Go on, and be shorter.")
      : { kind: "failed", message };
  }

  #judgeMisfit(problem: string): FinalVerdict {
    this.#misfits += 1;
    if (this.#misfits <= MAX_REPEATS)
      return again(
        `Your answer does not fit the JSON schema: ${problem} Answer with JSON that fits it, and nothing else.`,
      );
    const fault = `The model's answer did not fit the schema of \`response\` ${this.#misfits} times.`;
    return { kind: "failed", message: `${fault} The last time: ${problem}` };
  }
}

function again(text: string): FinalVerdict {
  return { kind: "again", item: { role: "system", tag: "response", text } };
}
