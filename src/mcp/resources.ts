import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { readPolicy } from "../author/policy/read-policy.ts";
import { showPolicy } from "../author/policy/show-policy.ts";
import { resolvedText } from "../report/policy/policy-text.ts";
import { jsonText } from "../shared/json/json-text.ts";
import { pathHider, shownText } from "./answer.ts";
import { pastRun } from "./past-runs.ts";
import type { ServerParts } from "./server-parts.ts";
import type { McpSession } from "./session.ts";

/** Adds what a client reads without a call of a tool: the policy in force, and runs. Each takes its turn as a call. */
export function addResources(server: McpServer, { kit, session, ended }: ServerParts): void {
  const read = async (
    [uri, mimeType]: readonly [URL, string],
    { mcpReq }: ServerContext,
    textOf: (signal: AbortSignal) => Promise<string>,
  ) => {
    const signal = AbortSignal.any([mcpReq.signal, ended]);
    const text = await session.slots.run({ isWriter: false, signal }, () => textOf(signal));
    return {
      contents: [{ uri: uri.href, mimeType, text: shownText(text, pathHider(session.root)) }],
    };
  };
  const policy = { title: "The policy in force", mimeType: "application/yaml" };
  server.registerResource("policy", "sluice://policy", policy, (uri, context) =>
    read([uri, policy.mimeType], context, (signal) => policyInForce(session, signal)),
  );
  const run = { title: "A run with its actions", mimeType: "application/json" };
  const template = new kit.ResourceTemplate("sluice://runs/{id}", { list: undefined });
  server.registerResource("run", template, run, (uri, { id }, context) =>
    read([uri, run.mimeType], context, async () => jsonText(await pastRun(String(id), session), 2)),
  );
}

async function policyInForce(session: McpSession, signal: AbortSignal): Promise<string> {
  const { root, options, world } = session;
  const { trust, base, packages, policy } = options;
  const request = { root, trust, base, packages, policy };
  const found = await readPolicy("mcp", request, world, signal);
  if (found.kind === "read") return resolvedText(showPolicy(found.policy, found.files));
  if (found.kind === "stopped") return "# It ended before the policy was read.\n";
  return found.diagnostics.map(({ message }) => `# ${message}\n`).join("");
}
