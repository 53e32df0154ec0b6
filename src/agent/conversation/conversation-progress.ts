import type { TurnReport } from "../../model/report/transcript.ts";
import { countOf } from "../../shared/count-of.ts";
import { truncateText } from "../../shared/truncate-text.ts";
import type { ModelAnswer, ModelRequest } from "../model/model-port.ts";
import type { FinalOutcome } from "./conversation-outcome.ts";

/** The limits of a conversation. */
export interface ConversationLimits {
  /** Calls of the model. */
  readonly maxTurns: number;
  /** Tokens of all turns, in and out. */
  readonly maxTokens?: number;
  /** Fires once the time of the conversation is used up. */
  readonly timedOut: AbortSignal;
}

/** The limit of turns in a row in which every call fails. After so many, the model does not find its way. */
const MAX_FAILED_TURNS = 5;

/** Bytes of a tool's error in a message for people. */
const MAX_ERROR = 500;

/** UTF-16 code units that count as one token, if the provider does not report tokens. */
const TOKEN_LENGTH = 4;

/** Counts the turns and tokens of one conversation. */
export class ConversationProgress {
  readonly #turns: TurnReport[] = [];
  #tokens = 0;
  #isEstimated = false;
  #failedTurns = 0;

  /** The turns in their order. */
  get turns(): readonly TurnReport[] {
    return [...this.#turns];
  }

  /** Counts one answer. `refusals` is the number of requests before it whose tool choice the provider refused. */
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

  /** Counts the results of one turn, at least one. Returns a sentence if too many turns in a row failed. */
  addResults(
    results: readonly { readonly text: string; readonly isError?: boolean }[],
  ): string | undefined {
    this.#failedTurns = results.every(({ isError }) => isError) ? this.#failedTurns + 1 : 0;
    if (this.#failedTurns < MAX_FAILED_TURNS) return undefined;
    const error = truncateText(results.at(-1)?.text ?? "", MAX_ERROR).text;
    return `Every call of the model failed, ${this.#failedTurns} turns in a row. The last error: ${error}`;
  }

  /** Returns an outcome if no further turn may follow: the run was stopped, or a limit is reached. */
  outcomeBeforeTurn(signal: AbortSignal, limits: ConversationLimits): FinalOutcome | undefined {
    if (signal.aborted) return this.stopped();
    const message = this.#limitReached(limits);
    return message === undefined ? undefined : { outcome: "limit", message };
  }

  /** The outcome of a conversation whose run was stopped. */
  stopped(): FinalOutcome {
    return { outcome: "stopped", message: `The run was stopped after ${this.#soFar}.` };
  }

  /** The outcome of a conversation whose model cannot be asked, or does not do its task. `why` is a sentence. */
  failed(why: string): FinalOutcome {
    return { outcome: "failed", message: `${why} The conversation ended after ${this.#soFar}.` };
  }

  #limitReached({ maxTurns, maxTokens, timedOut }: ConversationLimits): string | undefined {
    const after = `The model had not finished after ${this.#soFar}`;
    if (timedOut.aborted)
      return `${after}, and the time of the step is used up. Raise \`timeout\`, or make the task smaller.`;
    if (this.#turns.length >= maxTurns)
      return `${after}: \`maxTurns\` is ${maxTurns}. Raise it, or make the task smaller.`;
    if (maxTokens !== undefined && this.#tokens >= maxTokens)
      return `${after}: \`maxTokens\` is ${maxTokens}. Raise it, or make the task smaller.`;
    return undefined;
  }

  get #soFar(): string {
    const about = this.#isEstimated ? "about " : "";
    return `${countOf(this.#turns.length, "turn")} and ${about}${countOf(this.#tokens, "token")}`;
  }

  #estimate(...said: readonly unknown[]): number {
    this.#isEstimated = true;
    return Math.ceil(JSON.stringify(said).length / TOKEN_LENGTH);
  }
}

/** The tool choice as reports name it; undefined if the model was free. */
function nameOf(choice: ModelRequest["toolChoice"]): string | undefined {
  if (typeof choice === "object") return choice.name;
  return choice === "auto" ? undefined : choice;
}
