import type { PlaceInText } from "../place.ts";
import type { StepCondition } from "./call-step.ts";
import type { FormattedStep } from "./format-params.ts";

/** The settings of file references in prompts (F1–F18). */
export interface FileRefSettings {
  /** `strict`: a reference that cannot be resolved fails the run. */
  readonly mode: "warn" | "strict";
  /** The bytes of one file that are attached at most (F3). */
  readonly maxBytes: number;
}

/** A part of a text that contains values. Values are never searched for references or expressions (F14, F18). */
export type TextPiece =
  /** The recipe's own text. */
  | { readonly kind: "text"; readonly text: string }
  /** The value of an input. */
  | { readonly kind: "value"; readonly text: string }
  /** `${{ steps.<id>.output.a.b }}`: known once that step has run; `path` is `["a", "b"]`. */
  | { readonly kind: "output"; readonly step: string; readonly path: readonly string[] };

/** A string of a recipe with outputs of earlier steps in it; stands in the place of the string. */
export class LateText {
  readonly pieces: readonly TextPiece[];

  constructor(pieces: readonly TextPiece[]) {
    this.pieces = pieces;
  }
}

/** The sources of answers. */
export const MODEL_PROVIDERS = [
  "none",
  "replay",
  "openai-compatible",
  "anthropic",
  "openai",
  "google",
] as const;

/** The source of answers. */
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The tools that a model may call by default: every built-in tool that is not hidden (R18). */
export const DEFAULT_PROMPT_TOOLS: readonly string[] = [
  "ast_edit",
  "ast_grep",
  "read_file",
  "list_files",
  "write_file",
  "replace_text",
];

/** The model that a prompt step asks. */
export interface ModelSettings {
  /** `none`: the conversation is built, and no model is asked. */
  readonly provider: ModelProvider;
  /** The name that the provider uses; empty for `none` and `replay`. */
  readonly name: string;
  /** The address of the server; required for `openai-compatible`. */
  readonly baseUrl?: string;
  /** The environment variable that holds the key. Its value is in no report, transcript or error. */
  readonly apiKeyEnv?: string;
  /** For `replay`: the cassette, relative to the root. */
  readonly cassette?: string;
  readonly temperature?: number;
  /** Tokens of one answer; default: the provider's own limit. */
  readonly maxOutputTokens?: number;
  /** The limit for one answer; milliseconds. */
  readonly timeout: number;
  /** The number of retries for one answer if the server is busy, or does not answer. */
  readonly retries: number;
  /** `named` if the model can be forced to call a named tool. */
  readonly toolChoice: "named" | "none";
  readonly place: PlaceInText;
}

/** A task for a model: all its proposals are previewed, queued and decided like any other change. */
export interface PromptStep extends FormattedStep {
  readonly kind: "prompt";
  readonly id: string;
  /** Not empty, and not only white space. */
  readonly prompt: readonly TextPiece[];
  /** Files and folders that are attached beside those in the text; in order. */
  readonly attach: readonly (string | LateText)[];
  readonly model: ModelSettings;
  /** Names of the tools that the model may call, in the order written. */
  readonly tools: readonly string[];
  /** Resolves previews: the policy after each batch, or the model, with the policy's last word. */
  readonly resolve: "policy" | "model";
  /** The limit of calls of the model. */
  readonly maxTurns: number;
  /** The limit of tokens of all turns, in and out. */
  readonly maxTokens?: number;
  /** The limit for the whole conversation; milliseconds. */
  readonly timeout: number;
  /** The shape of the last answer, which has to be JSON and is `steps.<id>.output`. */
  readonly response?: { readonly schema: Readonly<Record<string, unknown>> };
  readonly when?: StepCondition;
  /** The place of the prompt. */
  readonly place: PlaceInText;
  /** The places of the names in `tools`. */
  readonly toolPlaces: readonly PlaceInText[];
}
