import { resolve } from "node:path";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { AGENTS, type AgentId } from "./agents.ts";
import type { HookCall } from "./hook-call.ts";
import { isFields, seemsToWrite } from "./read-tools.ts";

/** The most bytes of a call that are read. */
export const MOST_BYTES = INPUT_LIMITS.hookBytes;

/** A tool of a server: like a command, it is not judged. */
const FOREIGN_TOOL = /^(?:mcp__|mcp:)/i;

/** Reads what an agent says on standard input: one object of JSON. Unknown fields and events are nobody's concern. */
export function readCall(agent: AgentId, bytes: Uint8Array): HookCall {
  const given = parse(bytes);
  if (!isFields(given))
    return { kind: "fault", why: "The call is not one object of JSON in UTF-8.", remedy: VERSION };
  const { event, tools } = AGENTS[agent];
  if (typeof given.hook_event_name !== "string")
    return { kind: "fault", why: "The call has no `hook_event_name`.", remedy: VERSION };
  if (given.hook_event_name !== event) return { kind: "other" };
  const { tool_name: name, tool_input: input, cwd } = given;
  if (typeof name !== "string")
    return { kind: "fault", why: "The call has no `tool_name`.", remedy: VERSION };
  const read = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (read === undefined)
    return isFields(input) && !FOREIGN_TOOL.test(name) && seemsToWrite(input)
      ? unknownForm(name)
      : { kind: "other" };
  const call = isFields(input) ? read(input) : undefined;
  if (call === undefined) return unknownForm(name);
  if (call.kind !== "edit" && call.kind !== "patch") return call;
  if (cwd !== undefined && typeof cwd !== "string")
    return { kind: "fault", why: "The `cwd` of the call is no text.", remedy: VERSION };
  return { ...call, cwd: folderOf(cwd, call.cwd) };
}

const VERSION =
  "Compare the versions of the agent and of Sluice: docs/agents.md says what is known.";

function unknownForm(name: string): HookCall {
  return {
    kind: "fault",
    why: `The tool ${name} seems to write a file, in a form that is not known.`,
    remedy: VERSION,
  };
}

/** The folder of a call, and one that its command changes to. */
function folderOf(cwd: string | undefined, entered: string | undefined): string | undefined {
  if (entered === undefined) return cwd;
  return cwd === undefined ? entered : resolve(cwd, entered);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
