import type { Colors } from "picocolors/types.js";
import type { Diagnostic } from "../model/diagnostic.ts";
import { terminalLine, terminalText } from "./terminal-text.ts";

/** Returns a diagnostic for people: place, message, code frame, hint. Ends without a line end. */
export function prettyDiagnostic(diagnostic: Diagnostic, colors: Colors): string {
  const { severity, code, message, hint, path, line, column, frame } = diagnostic;
  const place = [path, line, column].filter((part) => part !== undefined).join(":");
  const label = severity === "error" ? colors.red("error") : colors.yellow("warning");
  const beginning = place === "" ? label : `${colors.bold(terminalLine(place))}: ${label}`;
  return [
    `${beginning}: ${terminalLine(message)} ${colors.dim(`[${code}]`)}`,
    ...(frame ? [colors.dim(terminalText(frame))] : []),
    ...(hint ? [`${colors.cyan("hint")}: ${terminalLine(hint)}`] : []),
  ].join("\n");
}
