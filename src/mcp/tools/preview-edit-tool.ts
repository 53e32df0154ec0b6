import { z } from "zod";
import type { RunRequest } from "../../request/request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { makePlan } from "../make-plan.ts";
import { mcpTool } from "../tool.ts";
import { verdictsSchema } from "../verdicts.ts";

const inputSchema = z.strictObject({
  ops: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .optional()
    .describe(
      'Ops of `ast_edit`, in order: `{ "pat": "f($A)", "out": "g($A)" }`, ' +
        'or `{ "rule": {…}, "out": "…" }` with a rule of ast-grep; an empty `out` deletes',
    ),
  rules: z.array(z.string()).min(1).optional().describe("Rule files of ast-grep in the tree"),
  paths: z.array(z.string()).min(1).optional().describe("Globs, folders or files; default: all"),
  lang: z.string().optional().describe("Default: of each file by its name"),
  per: z.enum(["step", "file", "match"]).optional().describe("What is one action; default: step"),
  parens: z.enum(["auto", "off"]).optional().describe("`auto` keeps what a replacement means"),
});

/** `preview_edit`: edits without a recipe file, decided by the policy. */
export const previewEditTool = mcpTool({
  name: "preview_edit",
  title: "Preview edits",
  description:
    "Previews structural edits and has the policy decide. Writes nothing; `plan` is for `apply_plan`.",
  input: inputSchema.refine(({ ops, rules }) => (ops ?? rules) !== undefined, {
    error: "needs `ops` or `rules`",
  }),
  output: verdictsSchema,
  call: (params, session, call) => makePlan(editRecipe(params), session, call),
});

const NAME = "<edit>";

/** Makes a recipe with the edits as its only step. */
export function editRecipe(
  params: z.infer<typeof inputSchema>,
): Required<Pick<RunRequest, "recipes" | "objects">> {
  const codes: string[] = [];
  const edit = withoutExpressions(definedOnly(params), codes);
  const inputs = Object.fromEntries(codes.map((code, at) => [`code${at + 1}`, { default: code }]));
  const recipe = {
    ...{ version: 1, name: "edit" },
    ...(codes.length > 0 && { inputs }),
    steps: [{ id: "edit", ast_edit: edit }],
  };
  return { recipes: [NAME], objects: new Map([[NAME, jsonText(recipe, 2)]]) };
}

/** Puts inputs in the place of texts that would be expanded: what a client writes is code, and no expression. */
function withoutExpressions(value: unknown, codes: string[]): unknown {
  if (typeof value === "string") {
    if (!value.includes("${{")) return value;
    codes.push(value);
    return `\${{ inputs.code${codes.length} }}`;
  }
  if (Array.isArray(value)) return value.map((each) => withoutExpressions(each, codes));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutExpressions(each, codes)]),
  );
}
