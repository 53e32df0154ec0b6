import type { ItemOf } from "../../model/conversation.ts";
import { CancelledError } from "../../model/tool-error.ts";
import { askModel } from "../model/ask-model.ts";
import {
  type ModelAnswer,
  ModelError,
  type ModelRequest,
  type OfferedTool,
} from "../model/model-port.ts";
import {
  type ConversationCourse,
  type Ending,
  endBeforeTurn,
  failed,
  stopped,
} from "./conversation-course.ts";
import { runTurnCalls } from "./run-turn-calls.ts";
import type { SteeredStart } from "./turn-steering.ts";

/** One turn: asks the model, appends what it says, and carries out its calls. Answers what ends the conversation. */
export async function takeTurn(course: ConversationCourse): Promise<Ending | undefined> {
  const { steering, progress } = course;
  try {
    return await turn(course);
  } catch (error) {
    if (error instanceof CancelledError) {
      steering.abort();
      return endBeforeTurn(course) ?? stopped(progress);
    }
    steering.fail();
    if (error instanceof ModelError) return failed(progress, error.message);
    throw error;
  }
}

async function turn(course: ConversationCourse): Promise<Ending | undefined> {
  const { conversation } = course.request;
  const { asked, answer, refusals } = await ask(course);
  course.progress.addTurn(asked, answer, refusals);
  if (answer.text !== "") conversation.append({ role: "assistant", text: answer.text });
  if (answer.calls.length > 0) return runTurnCalls(course, answer.calls);
  return endOrGoOn(course, answer);
}

/** The answer to one turn, and what it was asked with at last. */
interface Asked {
  readonly asked: ModelRequest;
  readonly answer: ModelAnswer;
  /** How often the turn was asked for with a choice that was refused. */
  readonly refusals: number;
}

/** Asks once, and again without the choice where the provider refuses it (Q21). */
async function ask(course: ConversationCourse): Promise<Asked> {
  const { host, port } = course.request;
  const tools = host.tools();
  const start = course.steering.begin(tools.map(({ name }) => name));
  const asked = requestOf(course, tools, start);
  try {
    return { asked, answer: await askModel(port, asked), refusals: 0 };
  } catch (error) {
    const isRefused = error instanceof ModelError && error.fault === "choice-refused";
    if (!isRefused || start.choice === undefined) throw error;
    const free = requestOf(course, tools, course.steering.refuse(error.message));
    return { asked: free, answer: await askModel(port, free), refusals: 1 };
  }
}

/** Appends the reminders of a turn, and says what the model is asked. */
function requestOf(
  { request }: ConversationCourse,
  tools: readonly OfferedTool[],
  { choice, reminders }: SteeredStart,
): ModelRequest {
  const { conversation, instructions, maxOutputTokens, signal, limits } = request;
  for (const text of reminders)
    conversation.append({ role: "system", tag: "resolve-reminder", text });
  return {
    instructions,
    items: conversation.items,
    tools,
    ...(choice === undefined ? {} : { toolChoice: choice }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    signal: AbortSignal.any([signal, limits.timedOut]),
  };
}

/** A turn of text only: the end, unless something waits to be resolved (S4) or the answer will not do. */
async function endOrGoOn(
  { request, steering, progress, final }: ConversationCourse,
  answer: ModelAnswer,
): Promise<Ending | undefined> {
  const { conversation, session, host } = request;
  const verdict = steering.judge([]);
  steering.end([]);
  if (verdict.kind === "give-up") return failed(progress, verdict.error.message);
  if (verdict.kind === "again" || steering.isWaiting) {
    conversation.append(...(await host.settle()));
    conversation.append(goOn(session?.pending.hasPending() === true));
    return undefined;
  }
  const last = final.judge(answer);
  switch (last.kind) {
    case "done":
      return { outcome: "done", ...("output" in last ? { output: last.output } : {}) };
    case "again":
      conversation.append(last.item);
      return undefined;
    case "failed":
      return failed(progress, last.message);
  }
}

/** No model is asked with its own text as the last item: some go on writing it, and some refuse. */
function goOn(isPending: boolean): ItemOf<"system"> {
  const text = isPending
    ? 'This is not the end: a pending action waits. Call resolve with action "apply" or "discard" and a reason.'
    : "This is not the end: a tool call is expected.";
  return { role: "system", tag: "response", text };
}
