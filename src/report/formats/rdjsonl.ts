import { jsonText } from "../../shared/json/json-text.ts";
import { shorten } from "../../shared/shorten.ts";
import { findingsOf } from "../findings/findings-of.ts";
import type { Reporter, ReportStyle } from "../reporter.ts";
import { RD_SOURCE, type RdDiagnostic, rdDiagnostics } from "./rd-diagnostic.ts";

/** In bytes. Reviewdog reads lines below 65,536 bytes, and silently stops at a longer one. */
const LINE = 65_000;
/** In characters. */
const SHORT_MESSAGE = 1000;

/** Makes `rdjsonl`: a line of the Reviewdog Diagnostic Format for each finding and each of its fixes. */
export function createRdjsonlReporter(style: ReportStyle): Reporter {
  return {
    *onReport(report) {
      for (const finding of findingsOf(report))
        for (const diagnostic of rdDiagnostics(finding, style))
          yield lineOf({ ...diagnostic, source: RD_SOURCE });
    },
  };
}

/** Leaves out the suggestions of a line that would be too long. */
function lineOf(diagnostic: RdDiagnostic & { readonly source: typeof RD_SOURCE }): string {
  const line = jsonText(diagnostic);
  if (Buffer.byteLength(line) <= LINE) return `${line}\n`;
  const { suggestions: _suggestions, ...short } = diagnostic;
  const message = `${shorten(short.message, SHORT_MESSAGE)} (its fix is too long for this format)`;
  return `${jsonText({ ...short, message })}\n`;
}
