import type { TurnReport } from "../../model/report/transcript.ts";
import { countOf } from "../../shared/count-of.ts";
import { truncateText } from "../../shared/truncate-text.ts";
import type { ModelAnswer, ModelRequest } from "../model/model-port.ts";

/** How far a conversation may come. */
export interface ConversationLimits {
  /** Calls of the model. */
  readonly maxTurns: number;
  /** Tokens of all turns, in and out. */
  readonly maxTokens?: number;
  /** Fires once the time of the conversation is used up. */
  readonly timedOut: AbortSignal;
}

/** After so many turns in a row in which every call was an error, the model does not find its way. */
const MAX_FAILED_TURNS = 5;

/** Bytes of a tool's error in a message for people. */
const MAX_ERROR = 500;

/** UTF-16 code units that stand for one token, where the provider does not tell. */
const TOKEN_LENGTH = 4;

/** How far one conversation came. */
export class ConversationProgress {
  readonly #turns: TurnReport[] = [];
  #tokens = 0;
  #isEstimated = false;
  #failedTurns = 0;

  /** The turns in their order. */
  get turns(): readonly TurnReport[] {
    return [...this.#turns];
  }

  /** Counts one answer. `refusals`: how often it was asked for in vain before, because the choice was refused. */
  addTurn(request: ModelRequest, answer: ModelAnswer, refusals: number): void {
    const { inputTokens, outputTokens, attempts = 1, calls } = answer;
    this.#tokens +=
      inputTokens ?? this.#estimate(request.instructions, request.items, request.tools);
    this.#tokens += outputTokens ?? this.#estimate(answer.text, calls);
    const choice = nameOf(request.toolChoice);
    this.#turns.push({
      turn: this.#turns.length + 1,
      ...(choice === undefined ? {} : { choice }),
      calls: calls.length,
      attempts: attempts + refusals,
      ...(inputTokens === undefined ? {} : { inputTokens }),
      ...(outputTokens === undefined ? {} : { outputTokens }),
    });
  }

  /** Counts what the calls of one turn came to, at least one. Says so where too many turns in a row failed. */
  addResults(
    results: readonly { readonly text: string; readonly isError?: boolean }[],
  ): string | undefined {
    this.#failedTurns = results.every(({ isError }) => isError) ? this.#failedTurns + 1 : 0;
    if (this.#failedTurns < MAX_FAILED_TURNS) return undefined;
    const error = truncateText(results.at(-1)?.text ?? "", MAX_ERROR).text;
    return `Every call of the model failed, ${this.#failedTurns} turns in a row. The last error: ${error}`;
  }

  /** Which limit is reached, and what to do; undefined where the conversation may go on. */
  limitReached({ maxTurns, maxTokens, timedOut }: ConversationLimits): string | undefined {
    const after = `The model had not finished after ${this.soFar}`;
    if (timedOut.aborted)
      return `${after}, and the time of the step is used up. Raise \`timeout\`, or make the task smaller.`;
    if (this.#turns.length >= maxTurns)
      return `${after}: \`maxTurns\` is ${maxTurns}. Raise it, or make the task smaller.`;
    if (maxTokens !== undefined && this.#tokens >= maxTokens)
      return `${after}: \`maxTokens\` is ${maxTokens}. Raise it, or make the task smaller.`;
    return undefined;
  }

  /** How far it came, in words. */
  get soFar(): string {
    const about = this.#isEstimated ? "about " : "";
    return `${countOf(this.#turns.length, "turn")} and ${about}${countOf(this.#tokens, "token")}`;
  }

  #estimate(...said: readonly unknown[]): number {
    this.#isEstimated = true;
    return Math.ceil(JSON.stringify(said).length / TOKEN_LENGTH);
  }
}

/** What the model was made to do; undefined where it was free. */
function nameOf(choice: ModelRequest["toolChoice"]): string | undefined {
  if (typeof choice === "object") return choice.name;
  return choice === "auto" ? undefined : choice;
}
