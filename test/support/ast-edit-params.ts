import { z } from "zod";
import type { AstEditParams } from "../../src/model/recipe/call-step.ts";
import { zodParameters } from "../../src/tools/parameters.ts";

/** Parameters of calls of `ast_edit` as they are after a recipe was read. */
export const astEdit = {
  parameters: zodParameters(() => z.custom<AstEditParams>()),
  params: (pat: string, out: string): AstEditParams => ({
    ops: [{ kind: "pattern", id: "ops[0]", pat, out }],
    rules: [],
    paths: ["**"],
    per: "step",
    passes: 1,
    onParseError: "skip",
    editGenerated: false,
  }),
};
