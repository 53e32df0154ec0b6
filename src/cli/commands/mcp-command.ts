import type { McpUseCases } from "../../mcp/use-cases.ts";
import { productCommand } from "./command.ts";

/** `sluice mcp`: the tools of Sluice for an agent, over standard input and output. */
export const mcpCommand = (useCases: McpUseCases) =>
  productCommand({
    name: "mcp",
    words: "",
    summary: "Serve an agent by the Model Context Protocol, over standard input and output",
    examples: [["sluice mcp --policy safe --paths src", "The command of a server, for an agent"]],
    async run(options, _words, world) {
      const { serveMcp } = await import("../../mcp/serve-mcp.ts");
      return serveMcp(options, world, useCases);
    },
  });
