import { z } from "zod";
import { cursorSchema, pageOf } from "../page.ts";
import { pastRun, pastRuns } from "../past-runs.ts";
import { mcpTool } from "../tool.ts";

/** The runs, and the actions of a run, of one page. */
const PAGE = 50;

const runSchema = z.looseObject({
  id: z.string(),
  state: z.string(),
  isOwn: z.boolean().describe("This session has made it, so that `undo` takes it back"),
});

/** `runs`: past runs, the newest first, or one of them with its actions. */
export const runsTool = mcpTool({
  name: "runs",
  title: "Past runs",
  description: "Lists past runs, the newest first; with `run` the actions of one.",
  input: z.strictObject({
    run: z.string().min(1).optional().describe("The id of a run"),
    cursor: cursorSchema,
  }),
  output: z.object({
    runs: z.array(runSchema),
    actions: z
      .array(z.looseObject({ id: z.string(), label: z.string(), state: z.string() }))
      .optional(),
    nextCursor: z.string().optional(),
  }),
  async call({ run, cursor }, session) {
    const isOwn = (id: string) => session.ownRuns.has(id);
    if (run !== undefined) {
      const details = await pastRun(run, session);
      const { items, nextCursor } = pageOf(details.actions, cursor, PAGE);
      const lines = items.map(({ id, state, label, reason = "" }) =>
        `- ${state} ${id.slice(0, 12)} ${label} ${reason}`.trimEnd(),
      );
      const { state, held } = details.run;
      return {
        text: [`Run ${run}: ${state}, ${held} held.`, ...lines].join("\n"),
        data: {
          runs: [{ ...details.run, isOwn: isOwn(run) }],
          actions: items.map((action) => ({ ...action })),
          nextCursor,
        },
      };
    }
    const { items, nextCursor } = pageOf(await pastRuns(session), cursor, PAGE);
    const runs = items.map(({ summary }) => ({ ...summary, isOwn: isOwn(summary.id) }));
    const lines = runs.map(
      ({ id, command, state, files, held }) =>
        `${id} ${command}: ${state}, ${files} files written, ${held} held`,
    );
    return { text: lines.join("\n") || "No runs.", data: { runs, nextCursor } };
  },
});
