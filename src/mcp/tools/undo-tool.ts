import { z } from "zod";
import { ToolError } from "../../model/tool-error.ts";
import { undo } from "../../past/undo.ts";
import { prettyUndo } from "../../report/past/pretty-undo.ts";
import { mcpTool } from "../tool.ts";

/** `undo`: takes a run of the session back. */
export const undoTool = mcpTool({
  name: "undo",
  title: "Undo a run",
  description:
    "Takes back a run of this session, or nothing if a file has changed since. Undoing the undo is the redo.",
  input: z.strictObject({ run: z.string().min(1).describe("The id of a run of this session") }),
  output: z.object({
    outcome: z.string(),
    undoneBy: z.string().optional().describe("The run that has taken it back"),
    files: z.array(z.object({ path: z.string(), how: z.string() })),
    refused: z.array(z.object({ path: z.string(), why: z.string() })),
    message: z.string().optional(),
  }),
  isWriter: true,
  async call({ run }, session, call) {
    if (!session.ownRuns.has(run))
      throw new ToolError("This session made no run with that id: a person undoes others.");
    const { root } = session;
    const { lockTimeout } = session.planFields;
    const request = { root, run, onChanged: "refuse", isDryRun: false, lockTimeout } as const;
    const report = await undo(request, session.worldOf(call));
    const { outcome, undoneBy, files, refused, message } = report;
    if (undoneBy !== undefined) session.ownRuns.add(undoneBy);
    return {
      text: prettyUndo(report, undefined),
      data: {
        ...{ outcome, undoneBy, message },
        files: files.slice(0, MOST_FILES).map(({ path, how }) => ({ path, how })),
        refused: refused.slice(0, MOST_FILES).map(({ path, code }) => ({ path, why: code })),
      },
      isError: outcome !== "ok",
    };
  },
});

const MOST_FILES = 200;
