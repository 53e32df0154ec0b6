import { type AgentToolResult, textResult } from "../model/tool.ts";
import type { ToolChoice } from "../model/tool-choice.ts";
import { ToolError } from "../model/tool-error.ts";

/** The limit of forced turns for one action (S5). */
const MAX_FORCED_TURNS = 3;

/** The state of a conversation before a turn. */
export interface SoftTurnRequest {
  /** The action that waits for the tool; undefined if none does. */
  readonly pendingId: string | undefined;
  /** The tool that has to be called: `resolve`. */
  readonly toolName: string;
  /** The message that names the waiting action to the model. */
  readonly reminder: string;
  /** The tools that this turn offers. */
  readonly activeToolNames: readonly string[];
  /** The host's own choice for this turn. */
  readonly hostChoice?: ToolChoice | undefined;
}

/** The start of a turn. */
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

/** The outcome of a turn: what happens to its calls. */
export type SoftTurnOutcome =
  /** Run them all. A turn without a call ends the loop. */
  | { readonly kind: "run"; readonly state: SoftState }
  /** Run none, record these results, and take another turn, which is forced (S3, S4). */
  | {
      readonly kind: "again";
      readonly state: SoftState;
      /** One for every call, in call order. */
      readonly results: readonly { readonly callId: string; readonly result: AgentToolResult }[];
    }
  /** Run none and end the loop (S5). */
  | { readonly kind: "give-up"; readonly state: SoftState; readonly error: ToolError };

/** The memory of the soft form from turn to turn. */
export interface SoftState {
  /** The actions that the model was reminded of (S2). */
  readonly remindedIds: ReadonlySet<string>;
  /** The call that the current turn has to make; undefined if the turn is free. */
  readonly required: { readonly pendingId: string; readonly toolName: string } | undefined;
  /** True if the next turn is forced; during a turn, if this turn is. */
  readonly isForced: boolean;
  /** The number of forced turns for the required action. */
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
 * Returns the start of a turn that should call a tool without being forced (S1, S2, S6, S7). A second
 * start of a turn that has not ended, as for a retry of the model call, returns the same choice.
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
 * Returns the outcome of a turn (S1, S3–S5). A turn that calls only the tool complies; in a turn that
 * was not forced, other calls alone run too, because a model may read before it decides.
 */
export function endSoftTurn(state: SoftState, calls: readonly WantedCall[]): SoftTurnOutcome {
  const { required, isForced } = state;
  if (!required) return { kind: "run", state };
  const forcedTurns = state.forcedTurns + (isForced ? 1 : 0);
  const wanted = calls.filter(({ toolName }) => toolName === required.toolName).length;
  const isCompliant = wanted > 0 && wanted === calls.length;
  const isReading = !isForced && calls.length > 0 && wanted === 0;
  if (isCompliant || isReading)
    return { kind: "run", state: { ...state, isForced: false, forcedTurns } };
  const next = { ...state, isForced: true, forcedTurns };
  if (forcedTurns >= MAX_FORCED_TURNS)
    return { kind: "give-up", state: next, error: gaveUp(required.toolName, forcedTurns) };
  return {
    kind: "again",
    state: next,
    results: notExecuted(calls, required.toolName),
  };
}

/**
 * Returns the outcome of a turn that was forced to call a tool: as in the soft form, none of its calls runs if one is
 * of another tool (S3, Q17). A turn without calls runs nothing anyway.
 */
export function endForcedTurn(
  state: SoftState,
  toolName: string,
  calls: readonly WantedCall[],
): SoftTurnOutcome {
  if (calls.every((call) => call.toolName === toolName)) return { kind: "run", state };
  return { kind: "again", state, results: notExecuted(calls, toolName) };
}

/** True if the tool cannot be called (S6), or if the host has chosen otherwise (S7). */
function isOff({ toolName, activeToolNames, hostChoice }: SoftTurnRequest): boolean {
  if (!activeToolNames.includes(toolName) || hostChoice === "none") return true;
  return typeof hostChoice === "object" && hostChoice.name !== toolName;
}

function notExecuted(calls: readonly WantedCall[], toolName: string) {
  const text = `Not executed: a pending action waits for ${toolName}. Call ${toolName} alone, then repeat this call.`;
  return calls.map(({ callId }) => {
    const result: AgentToolResult = { ...textResult(text), isError: true };
    return { callId, result };
  });
}

function gaveUp(toolName: string, turns: number): ToolError {
  return new ToolError(
    `The model was forced to call ${toolName} ${turns} times and did not call it alone. The action stays pending.`,
  );
}
