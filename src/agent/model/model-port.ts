import type { ConversationItem } from "../../model/conversation.ts";
import type { ToolChoice } from "../../model/tool-choice.ts";

/** A tool that a model may call. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The request to a model for one turn. */
export interface ModelRequest {
  /** The instructions that every model gets before the conversation; not part of it. */
  readonly instructions: string;
  readonly items: readonly ConversationItem[];
  /** In the order in which they were named. */
  readonly tools: readonly OfferedTool[];
  /** Default: the model is free. */
  readonly toolChoice?: ToolChoice | undefined;
  /** The limit of tokens in the answer. Default: the provider's own limit. */
  readonly maxOutputTokens?: number | undefined;
  readonly signal: AbortSignal;
}

/** A call in the answer of a model. */
export interface ModelCall {
  /**
   * As the provider gave it (T27): any text, and empty if it gave none. Absent if the port knows no ids, as the
   * recordings of earlier versions.
   */
  readonly id?: string | undefined;
  readonly tool: string;
  /** As the model wrote them; a text if they are not JSON. */
  readonly params: unknown;
  /** The reason for which the parameters could not be read. */
  readonly fault?: string | undefined;
}

/** The answer of a model in one turn. */
export interface ModelAnswer {
  /** May be empty. */
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** Absent if the provider does not report it, as for `outputTokens`. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** The number of requests for this answer, retries included. Default: 1. */
  readonly attempts?: number;
  /** The provider cut the answer off: the model has not finished it. */
  readonly isCut?: boolean;
  /** The parts of the request that the provider ignored or changed, a sentence each (M4). */
  readonly ignored?: readonly string[];
}

/** The one operation that Sluice needs of a model. */
export interface ModelPort {
  /** Asks for one turn. Rejects with a {@link ModelError}, or with a `CancelledError` if the signal fired. */
  generate(request: ModelRequest): Promise<ModelAnswer>;
}

/** The reason for which a model gave no answer. */
export type ModelFault =
  /** It cannot be reached, or broke off: a retry may help. */
  | "unavailable"
  /** Too many requests: a later retry may help. */
  | "rate-limited"
  /** It refuses a forced tool call (Q21). */
  | "choice-refused"
  /** It refuses the request, or its answer cannot be used: a retry does not help. */
  | "refused"
  /** The request differs from the recorded one. */
  | "replay-differs";

/** A model gave no answer. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly fault: ModelFault;
  /** The time that the server asks to wait before a retry; milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(
    fault: ModelFault,
    message: string,
    options: { readonly retryAfter?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.retryAfter = options.retryAfter;
  }
}
