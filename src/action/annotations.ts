import { posix, relative, resolve } from "node:path";
import { type ActionReport, whyOf } from "../model/report/report.ts";
import { terminalBlock, terminalLine } from "../report/terminal-text.ts";
import { toPosix } from "../shared/paths/posix-path.ts";
import type { Ending, ReportDiagnostic } from "./ending.ts";
import { shorten } from "./shorten.ts";
import { type AnnotationPlace, annotationCommand } from "./workflow-command.ts";

/** The runner keeps ten errors of a step and drops the rest without a word. */
const MOST = 9;
/** Characters; the runner cuts at 4096. */
const MESSAGE_LENGTH = 2000;

/** Absolute folders that annotations are made relative to. */
export interface AnnotationFolders {
  /** What the report's paths are relative to. */
  readonly root: string;
  /** What the runner's paths are relative to. */
  readonly workspace: string;
}

/** The annotations of a step: errors in what people wrote, failed actions, reports that are missing. */
export function annotationsOf(ending: Ending, folders: AnnotationFolders): readonly string[] {
  const errors = [
    ...ending.diagnostics
      .filter(({ severity }) => severity === "error")
      .map((diagnostic) => diagnosticError(diagnostic, folders)),
    ...ending.actions
      .filter(({ state }) => state === "failed")
      .map((action) => actionError(action, folders)),
    ...ending.unwritten.map(({ path, reason }) =>
      annotationCommand("error", {}, `The report ${path} cannot be written: ${reason}`),
    ),
  ];
  if (errors.length <= MOST) return errors;
  const more = `${errors.length - MOST} more. The log and the step summary have them.`;
  return [...errors.slice(0, MOST), annotationCommand("notice", {}, more)];
}

function diagnosticError(diagnostic: ReportDiagnostic, folders: AnnotationFolders): string {
  const { code, message, hint, path, line, column } = diagnostic;
  const place: AnnotationPlace = {
    ...filePlace(path, folders),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { col: column }),
    title: code,
  };
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return annotationCommand("error", place, shorten(text, MESSAGE_LENGTH));
}

function actionError(action: ActionReport, folders: AnnotationFolders): string {
  const place = {
    ...filePlace(action.facts.files[0], folders),
    title: shorten(`${action.recipe} › ${action.step}`, 200),
  };
  const why = terminalBlock(whyOf(action) ?? "");
  const text = `${terminalLine(action.label)}: ${why}`;
  return annotationCommand("error", place, shorten(text, MESSAGE_LENGTH));
}

/** A file outside of the workspace cannot be pointed to. */
function filePlace(
  path: string | undefined,
  { root, workspace }: AnnotationFolders,
): AnnotationPlace {
  if (path === undefined) return {};
  const file = posix.normalize(toPosix(relative(workspace, resolve(root, path))));
  return file === ".." || file.startsWith("../") || posix.isAbsolute(file) ? {} : { file };
}
