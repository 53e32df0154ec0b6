import { Conversation } from "../../../src/agent/conversation/conversation.ts";
import type {
  ConversationHost,
  TurnCall,
  TurnResults,
} from "../../../src/agent/conversation/conversation-host.ts";
import type { ConversationRequest } from "../../../src/agent/conversation/conversation-request.ts";
import { runConversation } from "../../../src/agent/conversation/run-conversation.ts";
import type { ModelAnswer, ModelPort, ModelRequest } from "../../../src/agent/model/model-port.ts";
import { conversationItemSchema, type ItemOf } from "../../../src/model/conversation.ts";
import { textOf, textResult } from "../../../src/model/tool.ts";
import { queueResolveHandler } from "../../../src/resolve/queue-resolve-handler.ts";
import { type ResolveRequest, resolvePending } from "../../../src/resolve/resolve-pending.ts";
import { createSession, type Session, type SessionOptions } from "../../../src/resolve/session.ts";
import { messageOf } from "../../../src/shared/message-of.ts";

/** One turn of a scripted model: its answer, or its error. */
export type Scripted =
  | Partial<ModelAnswer>
  | Error
  | ((request: ModelRequest) => Promise<Partial<ModelAnswer>>);

/** A call of a scripted model. */
export const call = (tool: string, params: unknown = {}) => ({ tool, params });
export const calls = (...tools: readonly string[]) => ({ calls: tools.map((tool) => call(tool)) });
export const resolving = (action: "apply" | "discard" = "apply") =>
  call("resolve", { action, reason: "It is right." });
export const DONE = { text: "Done." };

/** A port that plays a script, and then says that it is done; keeps what it was asked. */
function scriptedPort(script: readonly Scripted[]) {
  const requests: ModelRequest[] = [];
  const port: ModelPort = {
    async generate(request) {
      const step = script[requests.length] ?? DONE;
      requests.push(request);
      if (step instanceof Error) throw step;
      const answer = typeof step === "function" ? await step(request) : step;
      return { text: "", calls: [], inputTokens: 10, outputTokens: 5, ...answer };
    },
  };
  return { port, requests };
}

/** The settings in which a test differs from the usual ones. */
export interface SetUp extends Partial<Omit<ConversationRequest, "session" | "limits">> {
  readonly limits?: Partial<ConversationRequest["limits"]>;
  /** Of the session that the model ends its previews in; absent: it ends none. */
  readonly session?: SessionOptions;
  /** Names of the tools that a turn offers. */
  readonly offered?: (turn: number) => readonly string[];
  /** Gets the session before the conversation begins. */
  readonly prepare?: (session: Session) => void;
  /** The results of a batch, instead of those of the tools. */
  readonly results?: (batchId: string, calls: readonly TurnCall[]) => Promise<TurnResults>;
}

/** Holds a conversation with a scripted model, over a real session and tools that do as little as they can. */
export async function converse(script: readonly Scripted[], parts: SetUp = {}) {
  const { session: options, offered, prepare, results, limits, ...rest } = parts;
  const { port, requests } = scriptedPort(script);
  const log: string[] = [];
  const reminders: ItemOf<"system">[] = [];
  const session = createSession({
    onReminder: ({ tag, text }) => void reminders.push({ role: "system", tag, text }),
    ...options,
  });
  prepare?.(session);
  const batches: { readonly batchId: string; readonly calls: readonly TurnCall[] }[] = [];
  let batchNumber = 0;
  const host: ConversationHost = {
    tools: () =>
      (offered?.(requests.length + 1) ?? ["ast_edit", "read_file", "resolve"]).map((name) => ({
        name,
        description: `Does ${name}.`,
        parameters: { type: "object" },
      })),
    nextBatchId: () => `tool-batch-${++batchNumber}`,
    settle: async () => [],
    async runCalls(batchId, turnCalls) {
      batches.push({ batchId, calls: turnCalls });
      if (results) return results(batchId, turnCalls);
      const done = [];
      for (const [index, wanted] of turnCalls.entries())
        done.push(await runTool(session, wanted, { batchId, callIndex: index }));
      return { results: done, messages: reminders.splice(0), isStopped: false };
    },
  };
  const conversation = rest.conversation ?? new Conversation();
  if (rest.conversation === undefined) conversation.append({ role: "user", text: "Migrate." });
  const result = await runConversation({
    port,
    instructions: "You edit.",
    host,
    signal: new AbortController().signal,
    log: (message) => void log.push(message),
    ...rest,
    conversation,
    limits: { maxTurns: 20, timedOut: new AbortController().signal, ...limits },
    ...(options === undefined ? {} : { session }),
  });
  for (const item of conversation.items) conversationItemSchema.parse(item);
  return { result, requests, log, batches, session, items: conversation.items };
}

async function runTool(
  session: Session,
  { tool, params, fault }: TurnCall,
  position: { readonly batchId: string; readonly callIndex: number },
) {
  if (fault !== undefined) return { text: fault, isError: true };
  switch (tool) {
    case "read_file":
      return { text: "what stands in it" };
    case "ast_edit":
      queueResolveHandler(session, preview("Edit"), position);
      return { text: "previewed" };
    case "resolve":
      try {
        // An invalid request is refused by `resolve` itself.
        return { text: textOf(await resolvePending(session, params as ResolveRequest)) };
      } catch (error) {
        return { text: messageOf(error), isError: true };
      }
    default:
      return { text: `There is no tool ${tool}.`, isError: true };
  }
}

/** The preview that a tool queues. */
export const preview = (label: string, apply = async () => textResult(`${label} applied.`)) => ({
  label,
  sourceToolName: "ast_edit",
  apply,
});

/** The roles of items, short: `assistant`, `tool-call`, `system:decision`. */
export const rolesOf = (items: Awaited<ReturnType<typeof converse>>["items"]) =>
  items.map((item) => (item.role === "system" ? `system:${item.tag ?? "none"}` : item.role));

/** The choices that the turns were asked with. */
export const choicesOf = (requests: readonly ModelRequest[]) =>
  requests.map(({ toolChoice }) =>
    typeof toolChoice === "object" ? toolChoice.name : (toolChoice ?? "free"),
  );
