import { OWN_TRAILER_LINE, type PolicyCommits } from "../../model/policy/commits.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { branchPart } from "../../shared/branch-name.ts";
import { countOf } from "../../shared/count-of.ts";
import { replaceExpressions } from "../../shared/expressions.ts";
import { comparePaths } from "../../shared/paths/posix-path.ts";
import type { CommitGroup } from "./group-actions.ts";

/** The longest lists in a message, values of one line and messages; UTF-16 code units for the latter two. */
const MOST_NAMES = 100;
const LONGEST_LINE = 1000;
const LONGEST_MESSAGE = 65_536;

/** The words of a commit. */
export interface CommitWords {
  readonly subject: string;
  readonly message: string;
  /** The name of its branch, which git takes; undefined for the current one. */
  readonly branch: string | undefined;
}

/** The run or the plan that commits come from. */
export interface CommitOrigin {
  /** The value of `${{ run.id }}`. */
  readonly id: string;
  /** By these its commits are found again; names are among `OWN_TRAILERS`. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
  /** The thing that names everything for which a message has no room. */
  readonly record: "report of the run" | "plan";
}

export function originOfRun(id: string): CommitOrigin {
  return { id, trailers: [["Sluice-Run", id]], record: "report of the run" };
}

/** Fills the templates of a policy for a group of actions. */
export function commitWords(
  group: CommitGroup,
  { message, trailers, branch }: Omit<PolicyCommits, "per">,
  origin: CommitOrigin,
): CommitWords {
  const fields = fieldsOf(group, origin.id);
  const fill = (template: string) => replaceExpressions(template, (name) => fields[name] ?? "");
  const filled = plainText(fill(message)) || (fields["commit.subject"] ?? "");
  const text = filled.replace(OWN_TRAILER_LINE, "> $&"); // A value must not pass for the record of another run.
  const [subject = "", ...others] = text.split("\n");
  const body = others.join("\n").replace(/^\n+/, "");
  const own = Object.entries(trailers).map(([name, value]) => [name, oneLine(fill(value))]);
  const lines = [...trailersOf(group, origin), ...own].map(([name, value]) => `${name}: ${value}`);
  const rest = restOf(group, origin);
  const parts = [subject, body, rest, lines.join("\n")].filter((part) => part !== "");
  return {
    subject,
    message: `${parts.join("\n\n")}\n`,
    branch:
      branch === undefined
        ? undefined
        : replaceExpressions(branch, (name) => branchPart(fields[name] ?? "")),
  };
}

/** Returns the files of a group, sorted. */
export function filesOf(actions: readonly ActionReport[]): readonly string[] {
  const paths = actions.flatMap(({ files }) => files.map(({ path }) => path));
  return [...new Set(paths)].sort(comparePaths);
}

/** Returns the values of `MESSAGE_FIELDS`. */
export function fieldsOf(
  { name, actions }: CommitGroup,
  runId: string,
): Readonly<Record<string, string>> {
  const files = filesOf(actions);
  const replacements = actions.reduce((sum, { facts }) => sum + (facts.replacements ?? 0), 0);
  const recipes = distinct(actions.map(({ recipe }) => recipe));
  return {
    "run.id": oneLine(runId),
    group: oneLine(name),
    "commit.subject": subjectOf(actions, files.length),
    "commit.actions": String(actions.length),
    "commit.replacements": String(replacements),
    "commit.fileCount": String(files.length),
    "commit.files": listText(files),
    "commit.recipes": listText(recipes),
    "commit.rules": listText(rulesOf(actions)),
    "commit.reasons": listText(reasonsOf(actions)),
  };
}

/** Names the recipe, or the label of the only action, and counts. */
function subjectOf(actions: readonly ActionReport[], files: number): string {
  const [first, ...others] = actions;
  const recipes = distinct(actions.map(({ recipe }) => recipe));
  const counts = `${countOf(actions.length, "action")} in ${countOf(files, "file")}`;
  const what = others.length === 0 && first !== undefined ? first.label : counts;
  return oneLine(
    `${recipes.slice(0, 3).join(", ")}${recipes.length > 3 ? " …" : ""}: ${what}`,
    200,
  );
}

function trailersOf(
  { actions }: CommitGroup,
  { trailers }: CommitOrigin,
): readonly (readonly string[])[] {
  const several = (name: string, values: readonly string[]) =>
    values.slice(0, MOST_NAMES).map((value) => [name, oneLine(value)]);
  return [
    ...trailers.map(([name, value]) => [name, oneLine(value)]),
    ...several("Sluice-Rule", rulesOf(actions)),
    ...several("Sluice-Reason", reasonsOf(actions)),
  ];
}

/** Returns a sentence about the rules and reasons that have no trailer, because they are too many; else nothing. */
function restOf({ actions }: CommitGroup, { record }: CommitOrigin): string {
  const rules = Math.max(0, rulesOf(actions).length - MOST_NAMES);
  const reasons = Math.max(0, reasonsOf(actions).length - MOST_NAMES);
  const counts = [
    ...(rules > 0 ? [countOf(rules, "more rule")] : []),
    ...(reasons > 0 ? [countOf(reasons, "more reason")] : []),
  ];
  return counts.length === 0 ? "" : `Only the ${record} names ${counts.join(" and ")}.`;
}

function rulesOf(actions: readonly ActionReport[]): readonly string[] {
  return distinct(actions.map(({ ruleId = "default" }) => ruleId));
}

function reasonsOf(actions: readonly ActionReport[]): readonly string[] {
  return distinct(actions.map(({ reason = "" }) => reason));
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value) => value.trim() !== ""))];
}

function listText(values: readonly string[]): string {
  const rest = values.length - MOST_NAMES;
  const shown = values.slice(0, MOST_NAMES).map((value) => oneLine(value));
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(", ");
}

/** Returns a text as one line, so that no value begins a trailer or a paragraph of its own. */
export function oneLine(text: string, longest = LONGEST_LINE): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest).replace(/\p{Cs}$/u, "")}…` : line;
}

/** Returns a text without control characters but line ends and tabs, bounded. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, " ")
    .slice(0, LONGEST_MESSAGE)
    .replace(/\p{Cs}$/u, "")
    .replace(/[ \t]+$/gm, "")
    .trim();
}
