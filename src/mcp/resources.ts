import type { McpServer } from "@modelcontextprotocol/server";
import { readPolicy } from "../author/policy/read-policy.ts";
import { showPolicy } from "../author/policy/show-policy.ts";
import { resolvedText } from "../report/policy/policy-text.ts";
import { jsonText } from "../shared/json/json-text.ts";
import { pathHider, shownText } from "./answer.ts";
import { pastRun } from "./past-runs.ts";
import type { ServerParts } from "./server-parts.ts";
import type { McpSession } from "./session.ts";

/** Adds what a client reads without a call: the policy in force, and runs. */
export function addResources(server: McpServer, { kit, session, ended }: ServerParts): void {
  const textAt = (uri: URL, mimeType: string, text: string) => ({
    contents: [{ uri: uri.href, mimeType, text: shownText(text, pathHider(session.root)) }],
  });
  const policy = { title: "The policy in force", mimeType: "application/yaml" };
  server.registerResource("policy", "sluice://policy", policy, async (uri) =>
    textAt(uri, policy.mimeType, await policyInForce(session, ended)),
  );
  const run = { title: "A run with its actions", mimeType: "application/json" };
  const template = new kit.ResourceTemplate("sluice://runs/{id}", { list: undefined });
  server.registerResource("run", template, run, async (uri, { id }) =>
    textAt(uri, run.mimeType, jsonText(await pastRun(String(id), session), 2)),
  );
}

async function policyInForce(session: McpSession, ended: AbortSignal): Promise<string> {
  const { root, options, world } = session;
  const { trust, base, packages, policy } = options;
  const request = { root, trust, base, packages, policy };
  const found = await readPolicy("mcp", request, world, ended);
  if (found.kind === "read") return resolvedText(showPolicy(found.policy, found.files));
  if (found.kind === "stopped") return "# It ended before the policy was read.\n";
  return found.diagnostics.map(({ message }) => `# ${message}\n`).join("");
}
