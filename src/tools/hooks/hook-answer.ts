import { z } from "zod";
import type { ToolExecutionContext } from "../../model/tool.ts";
import { shapeProblems } from "../../shared/shape.ts";
import type { HookAnswer } from "../tool-hook.ts";

/** What a hook is told, as JSON. */
export interface HookEvent extends ToolExecutionContext {
  readonly event: "pre-tool" | "post-tool";
  readonly tool: string;
  readonly params: unknown;
  /** After the call. */
  readonly result?: { readonly content: readonly unknown[]; readonly isError: boolean };
}

const reason = z.string().refine((text) => text.trim() !== "", "must be a sentence, and is empty");

const answerSchema = z.union(
  [
    z.strictObject({ decision: z.literal("continue") }),
    z.strictObject({ decision: z.enum(["deny", "abort", "pause", "cancel"]), reason }),
  ],
  'must be `{"decision": "continue"}`, or `deny`, `abort`, `pause` or `cancel` with a `reason`, and nothing else',
);

/** Checks what a hook answers; nothing at all is `continue`. Throws where it is something else. */
export function parseHookAnswer(answer: unknown): HookAnswer {
  if (answer === undefined || answer === null) return { kind: "continue" };
  const parsed = answerSchema.safeParse(answer, { reportInput: true });
  if (!parsed.success)
    throw new Error(
      `its answer does not fit: ${shapeProblems(answerSchema, parsed.error).join(" ")}`,
    );
  const { data } = parsed;
  return data.decision === "continue"
    ? { kind: "continue" }
    : { kind: data.decision, reason: data.reason };
}
