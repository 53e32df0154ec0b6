import { definedOnly } from "../../shared/defined-only.ts";
import { type ModelAnswer, ModelError, type ModelPort } from "../model/model-port.ts";
import { cassetteLine } from "./cassette-lines.ts";
import { recordedRequest } from "./cassette-request.ts";
import type { CassetteEntry } from "./cassette-schema.ts";

/** The names under which the turns of a step are recorded. */
export interface CassetteStep {
  readonly recipe: string;
  readonly step: string;
  /** `provider/name`. */
  readonly model: string;
}

/** The file of a recording. Its methods reject with a `ModelError`. */
export interface RecordingSink {
  /** Resolves if a line can be appended. The first call creates the file, with the header of a cassette. */
  check(): Promise<void>;
  /** Resolves once the line is on the disk. Concurrent calls write in the order in which they were made. */
  append(line: string): Promise<void>;
}

/**
 * Records the answers of models for `--record`, and their errors; a stopped run is not recorded. Nothing in a recording
 * depends on time: the same conversations have the same bytes.
 */
export class Recorder {
  readonly #file: RecordingSink;
  readonly #redact: <T>(value: T) => T;

  /** `redact` removes secrets from every line. */
  constructor(file: RecordingSink, redact: <T>(value: T) => T) {
    this.#file = file;
    this.#redact = redact;
  }

  /** Returns a port of one step whose turns are recorded. Wraps the retries: a turn that was retried is one turn. */
  wrap(port: ModelPort, { recipe, step, model }: CassetteStep): ModelPort {
    let [turn, known] = [0, 0];
    return {
      generate: async (request) => {
        await this.#file.check(); // Before anything is paid for.
        turn += 1;
        const entry = { recipe, step, turn, request: recordedRequest(request, model, known) };
        known = request.items.length;
        let answer: ModelAnswer;
        try {
          answer = await port.generate(request);
        } catch (error) {
          if (error instanceof ModelError && error.fault !== "replay-differs") {
            const { fault, message } = error;
            await this.#append({ ...entry, error: { fault, message } });
          }
          throw error;
        }
        await this.#append({ ...entry, answer: recordedAnswer(answer) });
        return answer;
      },
    };
  }

  /** Appends in the order of the answers: there is no wait between an answer and this call. */
  #append(entry: CassetteEntry): Promise<void> {
    return this.#file.append(cassetteLine(this.#redact(entry)));
  }
}

/** Returns the fields in a fixed order, without any others that an adapter may have added. */
function recordedAnswer(answer: ModelAnswer): NonNullable<CassetteEntry["answer"]> {
  const { text, calls, inputTokens, outputTokens, attempts, isCut, ignored } = answer;
  return definedOnly({
    text,
    calls: calls.map(({ id, tool, params, fault }) => definedOnly({ id, tool, params, fault })),
    inputTokens,
    outputTokens,
    attempts,
    isCut,
    ignored: ignored && [...ignored],
  });
}
