import type { ConversationItem } from "../../model/conversation.ts";
import type { ToolChoice } from "../../model/tool-choice.ts";

/** A tool that a model may call. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model is asked in one turn. */
export interface ModelRequest {
  /** What every model is told before the conversation; not part of it. */
  readonly instructions: string;
  readonly items: readonly ConversationItem[];
  /** In the order in which they were named. */
  readonly tools: readonly OfferedTool[];
  /** Absent: the model is free. */
  readonly toolChoice?: ToolChoice | undefined;
  /** At most so many tokens of answer; absent: the provider's own limit. */
  readonly maxOutputTokens?: number | undefined;
  readonly signal: AbortSignal;
}

/** A call that a model wants to make. */
export interface ModelCall {
  readonly tool: string;
  /** As the model wrote them; a text where that is no JSON. */
  readonly params: unknown;
  /** Why the parameters could not be read. */
  readonly fault?: string;
}

/** What a model answers in one turn. */
export interface ModelAnswer {
  /** May be empty. */
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** Absent where the provider does not tell. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** How often the model was asked for this answer. Default: 1. */
  readonly attempts?: number;
  /** The answer was cut off: it is not what the model meant to say. */
  readonly isCut?: boolean;
}

/** The one thing that Sluice asks of a model. */
export interface ModelPort {
  /** One turn. Rejects with a {@link ModelError}, or with a `CancelledError` where the signal fired. */
  generate(request: ModelRequest): Promise<ModelAnswer>;
}

/** Why a model gave no answer. */
export type ModelFault =
  /** It cannot be reached, or broke off: asking again may help. */
  | "unavailable"
  /** Too many requests: asking again later may help. */
  | "rate-limited"
  /** It refuses to be made to call a tool (Q21). */
  | "choice-refused"
  /** It refuses the request, or its answer cannot be used: asking again does not help. */
  | "refused"
  /** What was recorded is not what is asked now. */
  | "replay-differs";

/** A model gave no answer. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly fault: ModelFault;
  /** How long the server wants to be left alone; milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(
    fault: ModelFault,
    message: string,
    options: { readonly retryAfter?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.retryAfter = options.retryAfter;
  }
}
