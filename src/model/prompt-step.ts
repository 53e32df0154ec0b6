import type { PlaceInText } from "./place.ts";

/** How references to files in prompts are treated (F1–F18). */
export interface FileRefSettings {
  /** `strict`: one that cannot be had fails the run. */
  readonly mode: "warn" | "strict";
  /** How much of one file is attached; bytes (F3). */
  readonly maxBytes: number;
}

/** A condition on whether a step runs: CEL over `inputs` and `steps` (DESIGN.md). */
export interface StepCondition {
  readonly source: string;
  readonly place: PlaceInText;
}

/**
 * A part of a text that has values in it. What a value is, is never looked at for references or expressions
 * (F14, F18).
 */
export type TextPiece =
  /** The recipe's own text. */
  | { readonly kind: "text"; readonly text: string }
  /** Of an input. */
  | { readonly kind: "value"; readonly text: string }
  /** `${{ steps.<id>.output.a.b }}`: known once that step has run; `path` is `["a", "b"]`. */
  | { readonly kind: "output"; readonly step: string; readonly path: readonly string[] };

/** A string of a recipe with outputs of earlier steps in it; stands where the string will. */
export class LateText {
  readonly pieces: readonly TextPiece[];

  constructor(pieces: readonly TextPiece[]) {
    this.pieces = pieces;
  }
}

/** Where answers come from. */
export const MODEL_PROVIDERS = [
  "none",
  "replay",
  "openai-compatible",
  "anthropic",
  "openai",
  "google",
] as const;

/** Where answers come from. */
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** What a model may call where the recipe says nothing: every built-in tool that is not hidden (R18). */
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
  /** `none`: the conversation is built, and nobody is asked. */
  readonly provider: ModelProvider;
  /** As the provider knows it; empty for `none` and `replay`. */
  readonly name: string;
  /** Of the server; required for `openai-compatible`. */
  readonly baseUrl?: string;
  /** The variable of the environment that has the key. Its value is in no report, transcript or error. */
  readonly apiKeyEnv?: string;
  /** For `replay`: the cassette, relative to the root. */
  readonly cassette?: string;
  readonly temperature?: number;
  /** Tokens of one answer; default: the provider's own limit. */
  readonly maxOutputTokens?: number;
  /** For one answer; milliseconds. */
  readonly timeout: number;
  /** How often one answer is asked for again where the server is busy, or does not answer. */
  readonly retries: number;
  /** Whether the model can be made to call a named tool. */
  readonly toolChoice: "named" | "none";
  readonly place: PlaceInText;
}

/** A task for a model: whatever it proposes is previewed, queued and decided like everything else. */
export interface PromptStep {
  readonly kind: "prompt";
  readonly id: string;
  /** Never empty, and not only white space. */
  readonly prompt: readonly TextPiece[];
  /** Files and folders that are attached beside those that the text names; in order. */
  readonly attach: readonly (string | LateText)[];
  readonly model: ModelSettings;
  /** Names of the tools that the model may call, in the order written. */
  readonly tools: readonly string[];
  /** Who ends previews: the policy right after each batch, or the model, with the policy's last word. */
  readonly resolve: "policy" | "model";
  /** Calls of the model. */
  readonly maxTurns: number;
  /** Tokens of all turns, in and out. */
  readonly maxTokens?: number;
  /** For the whole conversation; milliseconds. */
  readonly timeout: number;
  /** The last answer has to be JSON of this shape, and is `steps.<id>.output`. */
  readonly response?: { readonly schema: Readonly<Record<string, unknown>> };
  readonly when?: StepCondition;
  /** Of the prompt. */
  readonly place: PlaceInText;
  /** Of each name in `tools`. */
  readonly toolPlaces: readonly PlaceInText[];
}
