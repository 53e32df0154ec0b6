import { z } from "zod";
import { definedOnly } from "../../shared/defined-only.ts";
import type { AstGrepDetails } from "../../tools/ast-grep/ast-grep-tool.ts";
import { cursorSchema, startOf } from "../page.ts";
import { mcpTool } from "../tool.ts";

const PAGE = 100;

/** `find_code`: where code matches a pattern or a rule, page by page. */
export const findCodeTool = mcpTool({
  name: "find_code",
  title: "Find code",
  description: "Structural search: where code matches a pattern or a rule of ast-grep.",
  input: z.strictObject({
    pat: z.string().min(1).optional().describe("Code with metavariables: `f($A)`, `g($$$ALL)`"),
    rule: z.record(z.string(), z.unknown()).optional().describe("A rule object of ast-grep"),
    paths: z.array(z.string()).optional().describe("Globs, folders or files; default: all"),
    lang: z.string().optional().describe("Default: of each file by its name"),
    cursor: cursorSchema,
  }),
  output: z.object({
    matches: z.array(
      z.looseObject({ path: z.string(), line: z.number(), column: z.number(), text: z.string() }),
    ),
    total: z.number(),
    files: z.number().describe("The number of files that were searched"),
    skipped: z.number(),
    nextCursor: z.string().optional(),
  }),
  async call({ cursor, ...params }, session, call) {
    const start = startOf(cursor);
    const end = start + PAGE;
    const search = { ...definedOnly(params), limit: end };
    const { details } = await session.read("ast_grep", search, call);
    const { matches, total, searched, skipped, alerts } = details as AstGrepDetails; // Of this tool.
    const shown = matches.slice(start).map((match) => ({ ...match }));
    const nextCursor = total > end ? String(end) : undefined;
    const lines = shown.map(({ path, line, column, text }) => `${path}:${line}:${column}: ${text}`);
    const more = nextCursor === undefined ? [] : [`More from cursor ${nextCursor}.`];
    const notes = alerts.map(({ message }) => message);
    return {
      text: [`${total} matches.`, ...lines, ...more, ...notes].join("\n"),
      data: {
        ...{ matches: shown, total, nextCursor },
        ...{ files: searched.length, skipped: skipped.length },
      },
    };
  },
});
