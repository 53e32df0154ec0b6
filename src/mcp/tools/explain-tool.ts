import picocolors from "picocolors";
import { z } from "zod";
import { explainMatch } from "../../author/explain-match.ts";
import { inlineRecipe } from "../../command/inline-recipe.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { ToolError } from "../../model/tool-error.ts";
import { explanationText } from "../../report/explanation/explanation-text.ts";
import { matchText } from "../../report/explanation/match-text.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { ReadFileDetails } from "../../tools/read-files/read-file-tool.ts";
import type { Call, McpSession } from "../session.ts";
import { mcpTool } from "../tool.ts";

const inputSchema = z.strictObject({
  plan: z.string().optional().describe("The digest of a plan of this session"),
  run: z.string().optional().describe("The id of a run of this session"),
  action: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("Of the plan or run: an id, a path, or `path:line`"),
  pat: z.string().min(1).optional().describe("A pattern, for why it does or does not match"),
  lang: z.string().optional().describe("The language of `pat`"),
  path: z.string().min(1).optional().describe("The file to match `pat` in"),
  line: z.int().min(1).optional().describe("The line to match it at"),
});

type Asked = z.infer<typeof inputSchema>;

/** The longest explanation; it says if it was cut. */
const MOST_TEXT = 40_000;

/** `explain`: why the policy decided so, condition by condition, or why a pattern does not match. */
export const explainTool = mcpTool({
  name: "explain",
  title: "Explain",
  description:
    "With `plan` or `run`: which rule decided, condition by condition. With `pat` and `path`: how a " +
    "pattern was read, what it matches, and why it does not.",
  input: inputSchema,
  output: z.object({ about: z.string(), explanation: z.string(), isCut: z.boolean() }),
  async call(asked, session, call) {
    const { plan, run, pat, path } = asked;
    if ([plan, run, pat].filter((each) => each !== undefined).length !== 1)
      throw new ToolError("`explain` needs one of `plan`, `run` and `pat`.");
    if ((pat === undefined) !== (path === undefined))
      throw new ToolError("`pat` and `path` belong together.");
    const text =
      pat === undefined
        ? await verdictText(asked, session, call)
        : await patternText(asked, session, call);
    const explanation = text.slice(0, MOST_TEXT);
    const about = plan ?? run ?? path ?? "";
    return { text: explanation, data: { about, explanation, isCut: explanation !== text } };
  },
});

async function verdictText(
  { plan: digest, run = "", action: about }: Asked,
  session: McpSession,
  call: Call,
): Promise<string> {
  const { root, options, world } = session;
  const { trust, base, packages, policy } = options;
  if (digest === undefined && !session.ownRuns.has(run))
    throw new ToolError("This session made no run with that id.");
  const record =
    digest === undefined ? { record: run } : { record: "plan", text: session.planOf(digest).text };
  const part = { kind: "record", ...record, about, isWhyNot: false } as const;
  const request = { root, trust, base, packages, policy, part };
  const found = await session.useCases.explain(request, world, session.signalOf(call));
  if (found.kind === "none") throw new ToolError(found.problems.join(" "));
  if (found.kind === "invalid") throw faultOf(found.diagnostics);
  if (found.kind !== "explained") throw new ToolError("It ended before everything was read.");
  return explanationText(found.explanation, { isWhyNot: false }, picocolors.createColors(false));
}

async function patternText(
  { pat = "", lang, path = "", line }: Asked,
  session: McpSession,
  call: Call,
): Promise<string> {
  const { root, world } = session;
  const read = await session.read("read_file", { path, limit: 1 }, call); // Refused if it may not be read.
  const words = { pat: [pat], out: [], lang, root, paths: [] };
  const inline = inlineRecipe("preview", words, world.cwd);
  if ("problem" in inline) throw new ToolError(`${inline.problem} ${inline.hint}`);
  const { trust, base, packages } = session.options;
  const request = {
    ...{ root, inputs: {}, trust, base, packages, allowCode: false, allowHosts: [] },
    ...{ recipe: inline.recipes[0] ?? "", objects: inline.objects },
    file: { path: (read.details as ReadFileDetails).path, line }, // Of this tool.
  };
  const found = await explainMatch(definedOnly(request), world, session.signalOf(call));
  if (found.kind === "stopped") throw new ToolError("It ended before everything was read.");
  if (found.kind === "invalid") throw faultOf(found.diagnostics);
  return matchText(found.explanation, { isVerbose: true }, picocolors.createColors(false));
}

function faultOf(diagnostics: readonly Diagnostic[]): ToolError {
  return new ToolError(
    diagnostics
      .slice(0, 5)
      .map(({ message }) => message)
      .join(" "),
  );
}
