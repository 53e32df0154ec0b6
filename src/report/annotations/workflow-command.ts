/** The levels of annotations, as the runner names them. */
export type AnnotationLevel = "error" | "warning" | "notice";

/** The place that an annotation points to. */
export interface AnnotationPlace {
  /** Relative to the workspace, with `/`. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1. */
  readonly endLine?: number | undefined;
  /** From 1. The runner takes columns only of annotations of one line. */
  readonly col?: number | undefined;
  readonly endColumn?: number | undefined;
  readonly title?: string | undefined;
}

/** Returns an annotation as the runner reads it from the log: one line, with its line end. */
export function annotationCommand(
  level: AnnotationLevel,
  { file, line, endLine, col, endColumn, title }: AnnotationPlace,
  message: string,
): string {
  const properties = Object.entries({ file, line, endLine, col, endColumn, title })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const separator = properties.length === 0 ? "" : " ";
  return `::${level}${separator}${properties.join(",")}::${escapeData(message)}\n`;
}

/** Stops the commands that the runner takes from the log, until `resumeCommands` with the same token. */
export function stopCommands(token: string): string {
  return `::stop-commands::${token}\n`;
}

/** Lets the runner take commands again after `stopCommands`. */
export function resumeCommands(token: string): string {
  return `::${token}::\n`;
}

/** The commands of other runners, which count anywhere in a line. */
const BRACKET_COMMAND = /##(?=(?:vso|teamcity)?\[)/g;

/** `%` comes first, or it would escape the escapes. */
function escapeData(text: string): string {
  return text
    .replace(BRACKET_COMMAND, "#\\u0023")
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
