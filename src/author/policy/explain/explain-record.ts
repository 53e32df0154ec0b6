import { packagePlaces } from "../../../config/prepare/package-places.ts";
import type { ConfigReader } from "../../../config/sources/config-reader.ts";
import { ciAskedBy } from "../../../config/surroundings/ci-asked-by.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { Explanation, PolicyAtHand } from "../../../model/policy/explanation.ts";
import { writtenVerdict } from "../../../model/policy/verdict.ts";
import type { ActionReport } from "../../../model/report/report.ts";
import type { World } from "../../../model/world.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { shown } from "../../../shared/shown.ts";
import { startGitListing } from "../../../tree/git-listing.ts";
import { placesOfRoot } from "../../../tree/places-of-root.ts";
import { chooseAbout } from "./choose-about.ts";
import type { DecisionRecord } from "./decision-record.ts";
import { type Deciding, explainAction, explainRow } from "./explain-action.ts";
import { explainFile, type UntouchedFile } from "./explain-file.ts";
import { policyAtHand } from "./policy-at-hand.ts";

/** The part of a record that is explained. */
export interface ExplainRequest {
  /** An id, or `path[:line]`; undefined: all actions. */
  readonly about: string | undefined;
  /** Without `about`: only the actions that are not applied, one by one. */
  readonly isWhyNot: boolean;
  /** A policy that the caller names. Default: the policy of the record. */
  readonly policy: string | undefined;
}

/** An explanation, or why nothing can be explained. */
export type Explained =
  | {
      readonly kind: "explained";
      readonly explanation: Explanation;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: "none"; readonly problems: readonly string[]; readonly hint?: string };

/** The most actions in a table, and the most that are explained one by one. */
const MOST_ROWS = 1000;
const MOST_EXPLAINED = 100;

/** Explains the verdicts of a record, and why a file has none. Only reads. */
export async function explainRecord(
  record: DecisionRecord,
  { about, policy: named, isWhyNot }: ExplainRequest,
  reader: ConfigReader,
  world: Pick<World, "cwd" | "env" | "ownFolder" | "now">,
): Promise<Explained> {
  const { root } = reader;
  const { policy, about: atHand, diagnostics } = await policyAtHand(record, named, reader);
  const isPlan = record.about.kind === "plan";
  const ci = record.ci ?? (isPlan ? await ciAskedBy(policy, root, world.env) : undefined);
  const { resolved } = record;
  const isRecorded = atHand.status === "same" || atHand.recorded === atHand.source;
  const now = record.clock ?? world.now();
  const deciding: Deciding = { policy, places: placesOfRoot(root), ci, now, isRecorded, resolved };
  const explained = (rest: Pick<Explanation, "more"> & Partial<Explanation>): Explained => ({
    kind: "explained",
    explanation: { ...headOf(record, atHand), ...rest },
    diagnostics,
  });
  const explainOne = (one: ActionReport) => explainAction(one, deciding);
  const oneByOne = async (all: readonly ActionReport[]) => {
    const actions = await atMost(MOST_EXPLAINED, all, reader, explainOne);
    return explained({ actions, more: all.length - actions.length });
  };
  if (about === undefined && isWhyNot)
    return oneByOne(
      record.actions.filter(({ state }) => state !== "applied" && state !== "would-apply"),
    );
  if (about === undefined) {
    const rowOf = (one: ActionReport) => explainRow(one, deciding);
    const table = await atMost(MOST_ROWS, record.actions, reader, rowOf);
    return explained({ table, more: record.actions.length - table.length });
  }
  const chosen = chooseAbout(about, record, { root, cwd: world.cwd });
  if (chosen.kind === "none") return chosen;
  if (chosen.kind === "actions") return oneByOne(chosen.actions);
  const findings = await findingsOf(chosen, record, reader, world);
  if (findings === "nothing" || findings === "folder") return noFile(chosen.path, findings, record);
  const { path, line } = chosen;
  return explained({ file: definedOnly({ path, line, findings }), more: 0 });
}

/** Returns the first actions explained; signals are let in between two of them. */
async function atMost<Shown>(
  most: number,
  actions: readonly ActionReport[],
  { loading }: ConfigReader,
  explain: (action: ActionReport) => Shown,
): Promise<readonly Shown[]> {
  const shownActions: Shown[] = [];
  for (const one of actions.slice(0, most)) {
    await loading.pause();
    shownActions.push(explain(one));
  }
  return shownActions;
}

function headOf(record: DecisionRecord, policy: PolicyAtHand) {
  const counts = countsOf(record);
  const { about, startedAt, recipes } = record;
  const when = startedAt === undefined ? {} : { startedAt: new Date(startedAt).toISOString() };
  const made = { ...about, ...when, recipes: recipes.map(({ path }) => path) };
  return { formatVersion: "1.0", record: made, policy, counts } as const;
}

function findingsOf(
  chosen: UntouchedFile,
  record: DecisionRecord,
  reader: ConfigReader,
  world: Pick<World, "cwd" | "env" | "ownFolder">,
): ReturnType<typeof explainFile> {
  const { root } = reader;
  const listing = startGitListing(root, world.env);
  const packages = packagePlaces(
    { root, packages: reader.packages, allowCode: false },
    reader.trust,
    world,
  );
  return explainFile(chosen, record, { root, reader, packages, listing });
}

function noFile(
  path: string,
  found: "nothing" | "folder",
  { about: { kind, name } }: DecisionRecord,
): Explained {
  const it = shown(path);
  if (found === "folder")
    return {
      kind: "none",
      problems: [`${it} is a folder, and only files have actions.`],
      hint: "Name a file in it. Without it, all actions are listed with their files.",
    };
  return {
    kind: "none",
    problems: [`There is no file ${it}, and no action \`${it}\` in the ${kind} ${name}.`],
    hint: "Without it, all actions are listed with their ids.",
  };
}

function countsOf({ actions }: DecisionRecord): Explanation["counts"] {
  const counts: Record<string, number> = {};
  for (const { verdict, warned } of actions) {
    const word = verdict === undefined ? "none" : writtenVerdict({ verdict, warned });
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
