import { z } from "zod";
import type { ActionReport, Report } from "../model/report/report.ts";
import { whyOf } from "../model/report/report.ts";
import { countOf } from "../shared/count-of.ts";
import { shorten } from "../shared/shorten.ts";
import type { Answer } from "./answer.ts";
import { pageOf } from "./page.ts";

/** The bounds of one page of verdicts: actions, files of an action, characters of diffs, problems. */
const MOST = { actions: 25, files: 20, diff: 4000, diffs: 40_000, problems: 20, words: 1000 };

const actionSchema = z.object({
  id: z.string(),
  label: z.string(),
  step: z.string(),
  state: z.string().describe("pending, would-apply, applied, discarded, held or failed"),
  verdict: z.enum(["apply", "discard", "hold"]).optional().describe("Absent without a policy"),
  rule: z.string().optional().describe("The id of the rule that decided"),
  reason: z.string().optional(),
  files: z.array(
    z.object({
      path: z.string(),
      diff: z.string().optional().describe("Absent if the answer would be too long"),
      isDiffCut: z.boolean().optional(),
    }),
  ),
  moreFiles: z.number().optional(),
});

/** The verdicts of a run, of a plan or of a dry run. */
export const verdictsSchema = z.object({
  outcome: z.string().describe("ok, held, failed, invalid, stale, limit, fault or interrupted"),
  plan: z.string().optional().describe("The digest, for `apply_plan`; absent if there is no plan"),
  noPlan: z.array(z.string()).optional().describe("Why there is none"),
  run: z.string().optional().describe("The id of a run that wrote or holds something"),
  policy: z.string().optional().describe("The policy that decided"),
  totals: z.object({
    apply: z.number(),
    hold: z.number(),
    discard: z.number(),
    failed: z.number(),
  }),
  actions: z.array(actionSchema),
  nextCursor: z.string().optional().describe("For `judge`, which has the next page"),
  problems: z.array(z.string()),
  resolve: z.array(z.string()).optional().describe("What a person types about held actions"),
});

/** Verdicts, as programs get them. */
type Verdicts = z.infer<typeof verdictsSchema>;

/** Beside the report: the plan or the run that it is about, and what a person can do. */
export type VerdictNotes = Pick<Verdicts, "plan" | "noPlan" | "run" | "resolve"> & {
  readonly cursor?: string | undefined;
};

/** The outcomes that are what was asked for. */
const FINE = ["ok", "held"];

/** Returns the answer that a report gives, one page of it. */
export function verdictsOf(
  report: Report,
  { cursor, ...notes }: VerdictNotes = {},
): Answer<Verdicts> {
  const { outcome, actions, totals, policy } = report;
  const page = pageOf(actions, cursor, MOST.actions);
  const { applied: apply, held: hold, discarded: discard, failed } = totals;
  const data: Verdicts = {
    outcome,
    ...notes,
    policy: policy?.source,
    totals: { apply, hold, discard, failed },
    actions: shownActions(page.items),
    nextCursor: page.nextCursor,
    problems: problemsOf(report),
  };
  return { text: textOf(data), data, isError: !FINE.includes(outcome) };
}

function shownActions(actions: readonly ActionReport[]): Verdicts["actions"] {
  let room = MOST.diffs;
  return actions.map((action) => {
    const { id, label, step, state, verdict, ruleId: rule, files, facts } = action;
    const shown = files.slice(0, MOST.files).map(({ path, diff }) => {
      const cut = diff.slice(0, Math.min(MOST.diff, room));
      room -= cut.length;
      if (cut === diff) return { path, diff };
      return cut === "" ? { path } : { path, diff: cut, isDiffCut: true };
    });
    const named = facts.files.slice(0, MOST.files).map((path) => ({ path }));
    return {
      ...{ id, label: wordsOf(label), step, state, verdict, rule, reason: whyWords(action) },
      files: files.length > 0 ? shown : named,
      moreFiles: moreThan(Math.max(files.length, facts.files.length)),
    };
  });
}

function moreThan(files: number): number | undefined {
  return files > MOST.files ? files - MOST.files : undefined;
}

function whyWords(action: ActionReport): string | undefined {
  const why = whyOf(action);
  return why === undefined ? undefined : wordsOf(why);
}

function problemsOf({ diagnostics, alerts }: Report): string[] {
  const all = [
    ...diagnostics.map(({ message, hint = "", path, line }) => {
      const place = path === undefined ? "" : `${path}${line === undefined ? "" : `:${line}`}: `;
      return `${place}${message} ${hint}`.trim();
    }),
    ...alerts.map(({ message }) => message),
  ];
  const different = [...new Set(all)];
  const shown = different.slice(0, MOST.problems).map(wordsOf);
  if (different.length > shown.length) shown.push(`${different.length - shown.length} more.`);
  return shown;
}

function wordsOf(text: string): string {
  return shorten(text, MOST.words);
}

function textOf({ outcome, plan, noPlan = [], run, ...data }: Verdicts): string {
  const { totals, actions, nextCursor, problems, resolve = [] } = data;
  const counts = [
    `${totals.apply} to apply`,
    `${totals.hold} held`,
    `${totals.discard} discarded`,
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
  ].join(", ");
  const lines = actions.map(({ id, state, label, files, rule, reason = "" }) => {
    const paths = files.map(({ path }) => path).join(", ");
    const why = rule === undefined ? reason : `${rule}: ${reason}`;
    return `- ${state} ${id.slice(0, 12)} ${label} (${paths})${why === "" ? "" : ` — ${why}`}`;
  });
  return [
    `${outcome}: ${counts}.`,
    ...(plan === undefined ? [] : [`Plan ${plan}`]),
    ...(run === undefined ? [] : [`Run ${run}`]),
    ...noPlan.map((why) => `No plan: ${why}`),
    ...problems,
    ...lines,
    ...(nextCursor === undefined
      ? []
      : [`More from cursor ${nextCursor} (${countOf(MOST.actions, "action")} a page).`]),
    ...(resolve.length > 0 ? ["Only a person ends what is held:", ...resolve] : []),
  ].join("\n");
}
