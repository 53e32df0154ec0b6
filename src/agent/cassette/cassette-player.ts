import { definedOnly } from "../../shared/defined-only.ts";
import { type ModelAnswer, ModelError, type ModelPort } from "../model/model-port.ts";
import { stoppedError } from "../model/stopped-error.ts";
import type { CassetteStep } from "./cassette-recorder.ts";
import { recordedRequest, requestDifference } from "./cassette-request.ts";
import type { CassetteEntry } from "./cassette-schema.ts";

/** A turn of a cassette. */
export type CassetteTurn = Pick<CassetteEntry, "recipe" | "step" | "turn">;

/** A step whose turns are played. Without a model, the recorded model is not compared. */
export type CassettePart = Pick<CassetteStep, "recipe" | "step"> & { readonly model?: string };

const RECORD_AGAIN = "Record it again with `--record`.";

/** Plays recorded answers only: a request that differs from the recorded one is an error that shows the difference. */
export class Cassette {
  readonly #entries: readonly CassetteEntry[];
  readonly #asked = new Set<CassetteEntry>();
  /** The number of conversations that each step has begun. */
  readonly #begun = new Map<string, number>();

  /** The turns of each conversation must be in order, from 1. */
  constructor(entries: readonly CassetteEntry[]) {
    this.#entries = entries;
  }

  /**
   * Returns a port that plays one conversation of a step; a second call for the same step plays its second one. The
   * port rejects with a `ModelError` "replay-differs" if a request differs or was not recorded.
   */
  port({ recipe, step, model }: CassettePart): ModelPort {
    const turns = this.#nextConversation(recipe, step);
    let [turn, known] = [0, 0];
    return {
      generate: async (request) => {
        if (request.signal.aborted) throw stoppedError();
        const entry = turns[turn];
        turn += 1;
        const where = `Turn ${turn} of step ${step} (recipe ${recipe})`;
        if (entry === undefined) throw differs(`${where} is not in the cassette.`);
        this.#asked.add(entry);
        const asked = recordedRequest(request, model ?? entry.request.model, known);
        known = request.items.length;
        const difference = requestDifference(entry.request, asked);
        if (difference !== undefined)
          throw differs(`${where} is not what was recorded:\n${difference}\n`);
        if (entry.error !== undefined) throw new ModelError(entry.error.fault, entry.error.message);
        return answerIn(entry);
      },
    };
  }

  /** Returns the recorded turns that were never played, in the order of the file. */
  unused(): readonly CassetteTurn[] {
    return this.#entries
      .filter((entry) => !this.#asked.has(entry))
      .map(({ recipe, step, turn }) => ({ recipe, step, turn }));
  }

  #nextConversation(recipe: string, step: string): readonly CassetteEntry[] {
    const key = JSON.stringify([recipe, step]);
    const number = (this.#begun.get(key) ?? 0) + 1;
    this.#begun.set(key, number);
    let conversation = 0;
    return this.#entries.filter((entry) => {
      if (entry.recipe !== recipe || entry.step !== step) return false;
      if (entry.turn === 1) conversation += 1;
      return conversation === number;
    });
  }
}

function differs(message: string): ModelError {
  return new ModelError("replay-differs", `${message} ${RECORD_AGAIN}`);
}

function answerIn({ answer }: CassetteEntry): ModelAnswer {
  if (answer === undefined) throw new Error("A turn without an answer and without an error.");
  return definedOnly({ ...answer, calls: answer.calls.map((call) => definedOnly(call)) });
}
