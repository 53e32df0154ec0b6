import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { ToolError } from "../model/tool-error.ts";
import { stackOf } from "../shared/stack-of.ts";
import { refusedAnswer, type SentAnswer, sentAnswer } from "./answer.ts";
import { addResources } from "./resources.ts";
import type { ServerParts } from "./server-parts.ts";
import type { Call } from "./session.ts";
import type { McpTool } from "./tool.ts";
import { MCP_TOOLS } from "./tools/all-tools.ts";

const INSTRUCTIONS =
  "Sluice previews edits, and a policy decides about each. Preview (`preview_edit`, " +
  "`propose_patch`, `preview_recipe`), read the verdicts, then `apply_plan` by the digest. What " +
  "the policy holds waits for a person: no tool ends it.";

/** Creates a server for one client, with every tool and resource. */
export function createServer(parts: ServerParts): McpServer {
  const { kit, session } = parts;
  const { version = "0" } = session.world;
  const server = new kit.McpServer(
    { name: "sluice", version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {} } },
  );
  for (const tool of MCP_TOOLS) addTool(server, tool, parts);
  addResources(server, parts);
  return server;
}

function addTool(server: McpServer, tool: McpTool, parts: ServerParts): void {
  const { name, title, description, input, output, isWriter = false } = tool;
  const annotations = {
    readOnlyHint: !isWriter,
    destructiveHint: isWriter,
    idempotentHint: !isWriter,
    openWorldHint: false,
  };
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: input, outputSchema: output },
    (params, context) => answerCall(tool, params, context, parts),
  );
}

/** Answers a call when it is its turn. Never throws: the client gets a message, and the log a fault of ours. */
async function answerCall(
  tool: McpTool,
  params: unknown,
  context: ServerContext,
  { session, ended, log }: ServerParts,
): Promise<SentAnswer> {
  const signal = AbortSignal.any([context.mcpReq.signal, ended]);
  const call = { signal, onProgress: progressOf(context) };
  try {
    const turn = { isWriter: tool.isWriter === true, signal };
    const answer = await session.slots.run(turn, () => tool.call(params, session, call));
    return sentAnswer(answer, session.root);
  } catch (error) {
    if (error instanceof ToolError) return refusedAnswer(error.message, session.root);
    log(`a fault of Sluice itself. Please report this:\n${stackOf(error)}`);
    return refusedAnswer("A fault of Sluice itself; the log of the server has it.", session.root);
  }
}

/** Tells the client how far a call is, if it asked for that. */
function progressOf({ mcpReq }: ServerContext): Call["onProgress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  let isSending = false;
  return (message) => {
    if (isSending) return; // The client has not taken the last one yet.
    isSending = true;
    progress += 1;
    const params = { progressToken, progress, message };
    const sent = mcpReq.notify({ method: "notifications/progress", params });
    const free = () => {
      isSending = false;
    };
    sent.then(free, free);
  };
}
