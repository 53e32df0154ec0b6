import { z } from "zod";
import type { ToolExecutionContext } from "../../model/tool.ts";
import { once } from "../../shared/once.ts";
import { shapeProblems } from "../../shared/schema/shape.ts";
import type { HookAnswer } from "../batch/tool-hook.ts";

/** A call, as a hook gets it; JSON. */
export interface HookEvent extends ToolExecutionContext {
  readonly event: "pre-tool" | "post-tool";
  readonly tool: string;
  readonly params: unknown;
  /** After the call. */
  readonly result?: { readonly content: readonly unknown[]; readonly isError: boolean };
}

/** A prompt, as a hook gets it; JSON. Nothing of it is in the history yet (F11). */
export interface PromptEvent {
  readonly event: "prompt";
  /** Name of the recipe. */
  readonly recipe: string;
  /** Id of the step. */
  readonly step: string;
  /** Of the user message. */
  readonly text: string;
}

/** The answer of a hook to a prompt (F12): it cannot add anything. */
export type PromptHookAction =
  | { readonly kind: "continue" }
  /** Nothing of the prompt enters the history (F11). */
  | { readonly kind: "cancel"; readonly reason: string };

const reason = () =>
  z.string().refine((text) => text.trim() !== "", "must be a sentence, and is empty");

const ANSWER = 'a hook that lets something continue answers `{"decision": "continue"}`';

const answerSchema = once(() =>
  z.union(
    [
      z.strictObject({ decision: z.literal("continue") }),
      z.strictObject({ decision: z.enum(["deny", "abort", "pause", "cancel"]), reason: reason() }),
    ],
    'must be `{"decision": "continue"}`, or `deny`, `abort`, `pause` or `cancel` with a `reason`, and nothing else',
  ),
);

const promptAnswerSchema = once(() =>
  z.union(
    [
      z.strictObject({ decision: z.literal("continue") }),
      z.strictObject({ decision: z.literal("cancel"), reason: reason() }),
    ],
    'must be `{"decision": "continue"}`, or `cancel` with a `reason`, and nothing else',
  ),
);

/** Checks the answer of a hook to a call. Throws if it is not valid; no answer is none (T28). */
export function parseHookAnswer(answer: unknown): HookAnswer {
  const data = parseAnswer(answerSchema(), answer);
  return data.decision === "continue"
    ? { kind: "continue" }
    : { kind: data.decision, reason: data.reason };
}

/** Checks the answer of a hook to a prompt (F12). Throws if it is not valid; no answer is none. */
export function parsePromptHookAnswer(answer: unknown): PromptHookAction {
  const data = parseAnswer(promptAnswerSchema(), answer);
  return data.decision === "continue"
    ? { kind: "continue" }
    : { kind: "cancel", reason: data.reason };
}

function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  if (answer === undefined) throw new Error(`its answer does not fit: there is none; ${ANSWER}`);
  const parsed = schema.safeParse(answer, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Error(`its answer does not fit: ${shapeProblems(schema, parsed.error).join(" ")}`);
}
