import { definedOnly } from "../../shared/defined-only.ts";
import { type ModelAnswer, ModelError, type ModelPort } from "../model/model-port.ts";
import { recordedRequest } from "./cassette-request.ts";
import { CASSETTE_FORMAT, CASSETTE_KIND, type CassetteEntry } from "./cassette-schema.ts";

/** Whose turns they are. */
export interface CassetteStep {
  readonly recipe: string;
  readonly step: string;
  /** `provider/name`. */
  readonly model: string;
}

/**
 * Keeps what models answer, for `--record`. Errors of models are kept too; that the run was stopped is not. Nothing
 * of it depends on time: the same conversations have the same text.
 */
export class Recorder {
  readonly #entries: CassetteEntry[] = [];
  readonly #redact: <T>(value: T) => T;

  /** `redact` takes secrets out of whatever is written. */
  constructor(redact: <T>(value: T) => T) {
    this.#redact = redact;
  }

  /** The port of one step, which is kept. Goes around retries: what was asked again is one turn. */
  wrap(port: ModelPort, { recipe, step, model }: CassetteStep): ModelPort {
    let [turn, known] = [0, 0];
    return {
      generate: async (request) => {
        turn += 1;
        const entry = { recipe, step, turn, request: recordedRequest(request, model, known) };
        known = request.items.length;
        try {
          const answer = await port.generate(request);
          this.#entries.push({ ...entry, answer: recordedAnswer(answer) });
          return answer;
        } catch (error) {
          if (error instanceof ModelError && error.fault !== "replay-differs") {
            const { fault, message } = error;
            this.#entries.push({ ...entry, error: { fault, message } });
          }
          throw error;
        }
      },
    };
  }

  /** The file: JSON, one field a line, with a line end. */
  text(): string {
    const file = {
      kind: CASSETTE_KIND,
      formatVersion: CASSETTE_FORMAT,
      entries: this.#redact(this.#entries),
    };
    return `${JSON.stringify(file, null, 2)}\n`;
  }
}

/** Always in this order, and nothing else that an adapter may have put there. */
function recordedAnswer(answer: ModelAnswer): NonNullable<CassetteEntry["answer"]> {
  const { text, calls, inputTokens, outputTokens, attempts, isCut } = answer;
  return definedOnly({
    text,
    calls: calls.map(({ tool, params, fault }) => definedOnly({ tool, params, fault })),
    inputTokens,
    outputTokens,
    attempts,
    isCut,
  });
}
