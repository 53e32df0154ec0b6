import type { ConversationItem } from "../../model/conversation.ts";
import { shown } from "../../shared/shown.ts";
import { boundedCall } from "../model/bounded-call.ts";
import type { ModelCall } from "../model/model-port.ts";
import type { TurnCall } from "./conversation-host.ts";

/** Bytes of an id. Some gateways put a signature of a few kilobytes into each id, and want it back. */
const MAX_ID = 4096;

/** Control characters, characters that are not shown or turn the direction of text, halves of characters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The reason for which a call does not keep the id that the provider gave it. */
export type IdFaultKind = "missing" | "repeated" | "too-long" | "unsafe";

/** An id that Sluice replaced; `message` is for people. */
export interface IdFault {
  readonly kind: IdFaultKind;
  readonly message: string;
}

/** The calls of one answer, with their ids. */
export interface NamedCalls {
  readonly calls: readonly TurnCall[];
  readonly faults: readonly IdFault[];
}

/**
 * Gives each call of an answer its id: the provider's own, to the letter (T27). A call without an id, with the id of an
 * earlier call of the conversation, or with one that cannot be kept, gets `<batchId>-<index>`.
 */
export function nameCalls(
  calls: readonly ModelCall[],
  batchId: string,
  items: readonly ConversationItem[],
): NamedCalls {
  const used = new Set(items.flatMap((item) => (item.role === "tool-call" ? [item.callId] : [])));
  const given = new Set(calls.map(({ id }) => id));
  const faults: IdFault[] = [];
  const named = calls.map((call, index) => {
    const kind = faultOf(call.id, used);
    const callId =
      call.id !== undefined && kind === undefined
        ? call.id
        : unusedId(`${batchId}-${index}`, (id) => used.has(id) || given.has(id));
    if (kind !== undefined) faults.push({ kind, message: wordsOf(kind, call, callId) });
    used.add(callId);
    return { callId, ...boundedCall(call) };
  });
  return { calls: named, faults };
}

/** Returns undefined if the id can be kept, and if there is none because the port knows no ids. */
function faultOf(id: string | undefined, used: ReadonlySet<string>): IdFaultKind | undefined {
  if (id === undefined) return undefined;
  if (id.trim() === "") return "missing";
  if (Buffer.byteLength(id) > MAX_ID) return "too-long";
  if (UNSAFE.test(id)) return "unsafe";
  return used.has(id) ? "repeated" : undefined;
}

function unusedId(wanted: string, isUsed: (id: string) => boolean): string {
  let id = wanted;
  for (let number = 2; isUsed(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

function wordsOf(kind: IdFaultKind, { id = "" }: ModelCall, callId: string): string {
  const faults: Readonly<Record<IdFaultKind, string>> = {
    missing: "The provider gave a call no id",
    repeated: `The provider gave the id \`${shown(id)}\` to more than one call`,
    "too-long": `The provider gave a call an id of more than ${MAX_ID} bytes`,
    unsafe:
      "The provider gave a call an id with control characters, or with others that are not shown",
  };
  return `${faults[kind]}. Sluice calls it \`${callId}\`, and does so with each such call.`;
}
