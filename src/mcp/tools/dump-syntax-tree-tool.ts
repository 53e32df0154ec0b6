import { z } from "zod";
import { parseText } from "../../edit/engine/engine.ts";
import { type Language, languageOfPath, resolveLanguage } from "../../edit/language/language.ts";
import { syntaxTreeLines } from "../../explain/syntax-tree.ts";
import { ToolError } from "../../model/tool-error.ts";
import { cursorSchema, startOf } from "../page.ts";
import { mcpTool } from "../tool.ts";
import type { ReadingTools } from "../use-cases.ts";

/** The most bytes of a file, and the lines of a page. */
const [MOST_BYTES, PAGE] = [1024 * 1024, 300];

/** `dump_syntax_tree`: the tree of a file or of code, from which patterns are written. */
export const dumpSyntaxTreeTool = mcpTool({
  name: "dump_syntax_tree",
  title: "Dump a syntax tree",
  description: "Shows how a file in scope, or some code, is parsed: kinds of nodes, places, texts.",
  input: z.strictObject({
    path: z.string().min(1).optional().describe("A file, relative to the root"),
    code: z.string().min(1).max(MOST_BYTES).optional().describe("In the place of `path`"),
    lang: z.string().optional().describe("Needed with `code`; default: by the name of the file"),
    line: z.int().min(1).optional().describe("Only nodes that touch this line"),
    tokens: z.boolean().optional().describe("With tokens such as `(`"),
    cursor: cursorSchema,
  }),
  output: z.object({
    path: z.string().optional(),
    language: z.string(),
    tree: z.array(z.string()).describe("Kind, place from 1, and text of each node, by depth"),
    nextCursor: z.string().optional(),
  }),
  async call({ path: written, code, lang, line, tokens = false, cursor }, session) {
    if ((written === undefined) === (code === undefined))
      throw new ToolError("`dump_syntax_tree` needs either `path` or `code`.");
    const tooling = await session.tooling();
    const { path, text } =
      written === undefined
        ? { path: undefined, text: code ?? "" }
        : await tooling.readText(written, MOST_BYTES);
    const language = languageFor(path, lang, tooling);
    const skip = startOf(cursor);
    const view = { line, withTokens: tokens, skip, most: PAGE };
    const { lines, isWhole } = syntaxTreeLines(parseText(text, language), view);
    const nextCursor = isWhole ? undefined : String(skip + PAGE);
    const more = nextCursor === undefined ? [] : [`More from cursor ${nextCursor}.`];
    return {
      text: [...lines, ...more].join("\n"),
      data: { path, language, tree: [...lines], nextCursor },
    };
  },
});

function languageFor(
  path: string | undefined,
  lang: string | undefined,
  { grammars }: ReadingTools,
): Language {
  const language = lang === undefined ? languageOfPath(path ?? "") : resolveLanguage(lang);
  if (language === undefined)
    throw new ToolError(
      lang === undefined ? "Name the language with `lang`." : `There is no language \`${lang}\`.`,
    );
  const readiness = grammars.readinessOf(language);
  if (readiness.kind !== "ready") throw new ToolError(`The grammar of ${language} is not ready.`);
  return language;
}
