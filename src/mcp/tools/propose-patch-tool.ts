import { z } from "zod";
import { proposeRequest } from "../../command/requests.ts";
import { ToolError } from "../../model/tool-error.ts";
import { readOptions } from "../../request/options/read-options.ts";
import { makePlan, type Proposed } from "../make-plan.ts";
import { mcpTool } from "../tool.ts";
import { verdictsSchema } from "../verdicts.ts";

/** A patch, as a client gives it. */
export const patchKeys = {
  patch: z
    .string()
    .min(1)
    .describe("A unified diff, a mail, `*** Begin Patch`, or the fixes of a scanner, as text"),
  as: z.enum(["git", "mail", "codex", "sarif", "rdjson"]).optional().describe("Its form"),
  per: z.enum(["step", "file", "hunk"]).optional().describe("What is one action; default: file"),
};

const inputSchema = z.strictObject(patchKeys);

/** `propose_patch`: a patch, decided by the policy. */
export const proposePatchTool = mcpTool({
  name: "propose_patch",
  title: "Propose a patch",
  description:
    "Takes a patch exactly at its base and has the policy decide. Writes nothing; `plan` is for `apply_plan`.",
  input: inputSchema,
  output: verdictsSchema,
  call: (params, session, call) => makePlan(patchProposal(params), session, call),
});

/** Returns the part of a request that a patch of a client is: always a model's (V5). */
export function patchProposal({ patch, as, per }: z.infer<typeof inputSchema>): Proposed {
  const written = { as: as === undefined ? [] : [as], per: per === undefined ? [] : [per] };
  const read = readOptions("propose", written);
  if (read.kind === "faults")
    throw new ToolError(read.faults.map(({ problem }) => problem).join(" "));
  const proposal = { name: "the patch", text: patch, by: "model" } as const;
  const { recipes, objects } = proposeRequest("plan", read.options, proposal, ".");
  return { recipes, ...(objects && { objects }), proposal };
}
