import { z } from "zod";
import type { ReadFileDetails } from "../../tools/read-files/read-file-tool.ts";
import { mcpTool } from "../tool.ts";

/** `read_file`: the text of a file in scope. */
export const readFileTool = mcpTool({
  name: "read_file",
  title: "Read a file",
  description:
    "Reads a text file in scope, or lines of it. Where it is longer, `nextOffset` is the line to go on at.",
  input: z.strictObject({
    path: z.string().min(1).describe("Relative to the root"),
    offset: z.int().min(1).optional().describe("The first line, from 1"),
    limit: z.int().min(1).optional().describe("How many lines"),
  }),
  output: z.object({
    path: z.string(),
    text: z.string(),
    bytes: z.number().describe("The size of the whole file"),
    nextOffset: z.number().optional(),
  }),
  async call(params, session, call) {
    const { content, details } = await session.read("read_file", params, call);
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const { path, total: bytes, nextOffset } = details as ReadFileDetails; // Of this tool.
    return { text, data: { path, text, bytes, nextOffset } };
  },
});
