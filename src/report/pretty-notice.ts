import type { Colors } from "picocolors/types.js";
import type { RunEvent } from "../model/events.ts";
import { prettyDiagnostic } from "./pretty-diagnostic.ts";
import type { ReportStyle } from "./reporter.ts";
import { terminalBlock } from "./terminal-text.ts";

/** Returns the text of diagnostics, failures and logs, which people read beside the report; empty for other events. */
export function prettyNotice(
  event: RunEvent,
  { quiet, verbose }: Pick<ReportStyle, "quiet" | "verbose">,
  colors: Colors,
): string {
  if (event.type === "diagnostic") {
    const isShown = !quiet || event.diagnostic.severity === "error";
    return isShown ? `${prettyDiagnostic(event.diagnostic, colors)}\n` : "";
  }
  if (event.type === "fault")
    return `sluice: a fault of Sluice itself. Please report this:\n${event.detail}\n`;
  if (event.type !== "log" || quiet) return "";
  const isShown = verbose || event.level === "warn" || event.level === "error";
  return isShown ? `${event.level}: ${terminalBlock(event.message)}\n` : "";
}
