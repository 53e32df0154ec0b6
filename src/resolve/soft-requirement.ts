import { type AgentToolResult, textResult } from "../model/tool.ts";
import type { ToolChoice } from "../model/tool-choice.ts";
import { ToolError } from "../model/tool-error.ts";

/** S5. */
const MAX_FORCED_TURNS = 3;

/** What is known before a turn. */
export interface SoftTurnRequest {
  /** The action that waits for the tool; undefined where none does. */
  readonly pendingId: string | undefined;
  /** The tool that has to be called: `resolve`. */
  readonly toolName: string;
  /** Tells the model what waits. */
  readonly reminder: string;
  /** The tools that this turn offers. */
  readonly activeToolNames: readonly string[];
  /** What the host chose for this turn by itself. */
  readonly hostChoice?: ToolChoice;
}

/** What to do in a turn. */
export interface SoftTurn {
  /** The state to end the turn with. */
  readonly state: SoftState;
  /** Messages to add before the model is called. */
  readonly reminders: readonly string[];
  /** The choice to call the model with: forced, or the host's own. */
  readonly choice: ToolChoice | undefined;
}

/** A call that the model wants to make. */
export interface WantedCall {
  readonly callId: string;
  readonly toolName: string;
}

/** What to do with the calls of a turn. */
export type SoftTurnOutcome =
  /** Run them all. Without a call, the turn ends the loop. */
  | { readonly kind: "run"; readonly state: SoftState }
  /** Run none, record these results, and go on with another turn, which is forced (S3, S4). */
  | {
      readonly kind: "again";
      readonly state: SoftState;
      /** One for every call, in call order. */
      readonly results: readonly { readonly callId: string; readonly result: AgentToolResult }[];
    }
  /** Run none and end the loop (S5). */
  | { readonly kind: "give-up"; readonly state: SoftState; readonly error: ToolError };

/** What the soft form remembers from turn to turn. */
export interface SoftState {
  /** The actions that the model was reminded of (S2). */
  readonly remindedIds: ReadonlySet<string>;
  /** What the turn that goes on has to do; undefined where it is free. */
  readonly required: { readonly pendingId: string; readonly toolName: string } | undefined;
  /** Whether the next turn is forced; in a turn, whether it is. */
  readonly isForced: boolean;
  /** Forced turns for the action that is required. */
  readonly forcedTurns: number;
}

/** The state before the first turn. */
export const SOFT_START: SoftState = {
  remindedIds: new Set(),
  required: undefined,
  isForced: false,
  forcedTurns: 0,
};

/**
 * Says how a turn starts that should call a tool without being forced to (CONFORMANCE.md, S1, S2, S6,
 * S7). Starting again what was not ended, as for a retry of the model call, answers the same choice.
 */
export function startSoftTurn(state: SoftState, request: SoftTurnRequest): SoftTurn {
  const { pendingId, toolName, reminder, hostChoice } = request;
  if (pendingId === undefined || isOff(request)) {
    const free = { ...SOFT_START, remindedIds: state.remindedIds };
    return { state: free, reminders: [], choice: hostChoice };
  }
  const isSame = state.required?.pendingId === pendingId;
  const isForced = isSame && state.isForced;
  return {
    state: {
      remindedIds: new Set([...state.remindedIds, pendingId]),
      required: { pendingId, toolName },
      isForced,
      forcedTurns: isSame ? state.forcedTurns : 0,
    },
    reminders: state.remindedIds.has(pendingId) ? [] : [reminder],
    choice: isForced ? { type: "tool", name: toolName } : hostChoice,
  };
}

/**
 * Says what to do with the calls of the turn (CONFORMANCE.md, S1, S3–S5). A turn that calls only the
 * tool complies. Other calls alone run in a turn that was not forced: the model may look before it decides.
 */
export function endSoftTurn(state: SoftState, calls: readonly WantedCall[]): SoftTurnOutcome {
  const { required, isForced } = state;
  if (!required) return { kind: "run", state };
  const forcedTurns = state.forcedTurns + (isForced ? 1 : 0);
  const wanted = calls.filter(({ toolName }) => toolName === required.toolName).length;
  const isCompliant = wanted > 0 && wanted === calls.length;
  const isLooking = !isForced && calls.length > 0 && wanted === 0;
  if (isCompliant || isLooking)
    return { kind: "run", state: { ...state, isForced: false, forcedTurns } };
  const next = { ...state, isForced: true, forcedTurns };
  if (forcedTurns >= MAX_FORCED_TURNS)
    return { kind: "give-up", state: next, error: gaveUp(required.toolName, forcedTurns) };
  return {
    kind: "again",
    state: next,
    results: calls.map(({ callId }) => ({ callId, result: notExecuted(required.toolName) })),
  };
}

/** The tool cannot be called (S6), or the host wants something else (S7). */
function isOff({ toolName, activeToolNames, hostChoice }: SoftTurnRequest): boolean {
  if (!activeToolNames.includes(toolName) || hostChoice === "none") return true;
  return typeof hostChoice === "object" && hostChoice.name !== toolName;
}

function notExecuted(toolName: string): AgentToolResult {
  const text = `Not executed: a pending action waits for ${toolName}. Call ${toolName} alone, then repeat this call.`;
  return { ...textResult(text), isError: true };
}

function gaveUp(toolName: string, turns: number): ToolError {
  return new ToolError(
    `The model was forced to call ${toolName} ${turns} times and did not call it alone. The action stays pending.`,
  );
}
