import { messageOf } from "../../shared/message-of.ts";
import { unlessStopped } from "./unless-stopped.ts";

/** The answer of a listener, or the reason why it is missing. */
export type Asked<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  /** It threw, or gave no valid answer (T28). */
  | { readonly kind: "failed"; readonly reason: string }
  /** The signal fired before it answered (T29). */
  | { readonly kind: "stopped" };

/**
 * Asks a hook or an interceptor, which may throw or never answer. `ask` checks the answer, too; `who` is the subject of
 * the reason. Never rejects.
 */
export async function askListener<Answer>(
  who: string,
  ask: () => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Asked<Answer>> {
  try {
    const settled = await unlessStopped(ask(), { signal, settleWithin: 0 });
    if (settled === undefined) return { kind: "stopped" };
    return { kind: "answered", answer: settled.value };
  } catch (error) {
    return { kind: "failed", reason: `${who} failed: ${messageOf(error)}` };
  }
}
