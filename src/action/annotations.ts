import { resolve } from "node:path";
import { type ActionReport, whyOf } from "../model/report/report.ts";
import {
  type Annotation,
  limitedAnnotations,
  MOST_ANNOTATIONS,
} from "../report/annotations/limited-annotations.ts";
import type { AnnotationPlace } from "../report/annotations/workflow-command.ts";
import { terminalBlock, terminalLine } from "../report/terminal-text.ts";
import { pathInside } from "../shared/paths/posix-path.ts";
import { shorten } from "../shared/shorten.ts";
import type { ReportAlert, ReportDiagnostic, StepOutcome } from "./step-outcome.ts";

/** In characters; the runner cuts at 4096. */
const MESSAGE_LENGTH = 2000;

/** The folders of paths; absolute. */
export interface AnnotationFolders {
  /** The paths of the report are relative to it. */
  readonly root: string;
  /** The paths of the runner are relative to it. */
  readonly workspace: string;
}

/** The files that a pull request changes, relative to the root. */
export type PullFiles = ReadonlySet<string>;

/** True if a step has more annotations than a runner shows, so that their order counts. */
export function hasManyAnnotations(outcome: StepOutcome): boolean {
  return annotatedActions(outcome).length > MOST_ANNOTATIONS;
}

function annotatedActions({ actions, blamed }: StepOutcome): readonly ActionReport[] {
  const failed = actions.filter(({ state }) => state === "failed");
  const others = actions.filter(({ state }) => state !== "failed" && blamed.includes(state));
  return [...failed, ...others];
}

/**
 * Returns the annotations of a step: errors in files and inputs, errors of the whole run (a stale tree), actions that
 * failed or for which the step fails (`--check`, `fail-on`), outputs that were not written. Errors of one step of a
 * recipe stand with its actions. Actions in files of the pull request come first.
 */
export function annotationsOf(
  outcome: StepOutcome,
  folders: AnnotationFolders,
  own: PullFiles = new Set(),
): readonly string[] {
  const isOwn = ({ files, facts }: ActionReport) =>
    files.some(({ path }) => own.has(path)) || facts.files.some((path) => own.has(path));
  const actions = annotatedActions(outcome);
  const errors = [
    ...outcome.diagnostics
      .filter(({ severity }) => severity === "error")
      .map((diagnostic) => diagnosticError(diagnostic, folders)),
    ...outcome.alerts
      .filter(({ level, step }) => level === "error" && step === undefined)
      .map((alert) => alertError(alert, folders)),
    ...[...actions.filter(isOwn), ...actions.filter((action) => !isOwn(action))].map((action) =>
      action.state === "failed"
        ? actionError(action, folders)
        : blamedError(
            action,
            folders,
            action.files.find(({ path }) => own.has(path)),
          ),
    ),
    ...outcome.unwritten.map((sentence) => errorAt({}, terminalLine(sentence))),
  ];
  return [...limitedAnnotations(errors, "The report has them all.")];
}

function errorAt(place: AnnotationPlace, text: string): Annotation {
  return { level: "error", place, message: shorten(text, MESSAGE_LENGTH) };
}

function diagnosticError(diagnostic: ReportDiagnostic, folders: AnnotationFolders): Annotation {
  const { code, message, hint, path, line, column } = diagnostic;
  const place: AnnotationPlace = {
    ...filePlace(path, folders),
    line,
    col: column,
    title: code,
  };
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return errorAt(place, text);
}

function alertError({ code, message, path }: ReportAlert, folders: AnnotationFolders): Annotation {
  const place = { ...filePlace(path, folders), title: code };
  return errorAt(place, terminalBlock(message));
}

function actionError(action: ActionReport, folders: AnnotationFolders): Annotation {
  const place = {
    ...filePlace(action.facts.files[0], folders),
    title: shorten(`${action.recipe} › ${action.step}`, 200),
  };
  const why = terminalBlock(whyOf(action) ?? "");
  const text = `${terminalLine(action.label)}: ${why}`;
  return errorAt(place, text);
}

/** An action for which the step fails, at the first line that it changes in a file. */
function blamedError(
  action: ActionReport,
  folders: AnnotationFolders,
  file = action.files[0],
): Annotation {
  const place = {
    ...filePlace(file?.path ?? action.facts.files[0], folders),
    line: file && firstChangedLine(file.diff, action.state === "applied" ? "+" : "-"),
    title: shorten(`${action.recipe} › ${action.step}`, 200),
  };
  const state = action.state.replace("-", " ");
  const rule = action.ruleId === undefined ? "" : ` (rule ${action.ruleId})`;
  const why = `${action.reason ?? ""}${rule}`.trim();
  const text = `${state}: ${terminalLine(action.label)}${why === "" ? "" : `\n${terminalBlock(why)}`}`;
  return errorAt(place, text);
}

/** Returns no place for a file outside of the workspace: the runner cannot point to it. */
function filePlace(
  path: string | undefined,
  { root, workspace }: AnnotationFolders,
): AnnotationPlace {
  const file = path === undefined ? undefined : pathInside(workspace, resolve(root, path));
  return file === undefined ? {} : { file };
}

/**
 * Returns the number of the first line that a diff changes, from 1: in the text before the change (`-`) or after it
 * (`+`). Undefined for a diff without hunks.
 */
export function firstChangedLine(diff: string, side: "-" | "+"): number | undefined {
  const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@.*\n/m.exec(diff);
  if (head === null) return undefined;
  const start = Number(side === "-" ? head[1] : head[3]);
  const length = Number((side === "-" ? head[2] : head[4]) ?? 1);
  const lines = diff.slice(head.index + head[0].length).split("\n");
  const unchanged = lines.findIndex((line) => !line.startsWith(" "));
  // A change at the end may leave no line after the unchanged ones.
  return Math.max(1, Math.min(start + unchanged, start + length - 1));
}
