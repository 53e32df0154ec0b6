import type { FileChange } from "../../model/action/preview.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import { type AgentToolResult, textResult } from "../../model/tool.ts";
import { countOf } from "../../shared/count-of.ts";
import { heldAlerts } from "../ast-edit/search/held-alerts.ts";
import type { CallSkip } from "../ast-edit/search/search-shapes.ts";
import { sizeOf } from "../changes/file-preview.ts";
import type { InputFiles } from "./find-inputs.ts";

/** A call whose proposals are queued. */
interface EndedProposals {
  readonly title: string;
  readonly inputs: InputFiles;
  /** All files that were left alone. */
  readonly skipped: readonly CallSkip[];
  readonly alerts: SearchFindings["alerts"];
  readonly changes: readonly FileChange[];
  /** The number of actions. */
  readonly actions: number;
}

/** Tells what became of the files of a call, and returns its result. */
export function endProposals(
  { title, inputs, skipped, alerts, changes, actions }: EndedProposals,
  onSearched: ((findings: SearchFindings) => void) | undefined,
): AgentToolResult {
  const left = new Set(skipped.map(({ path }) => path));
  const searched = inputs.files.map(({ path }) => path).filter((path) => !left.has(path));
  const held = heldAlerts(skipped);
  const told = [...inputs.alerts, ...held, ...alerts];
  const findings: SearchFindings = { searched, skipped, alerts: told };
  onSearched?.(findings);
  const staged =
    actions === 0
      ? "No file would change."
      : `${title}: ${sizeOf(changes)}. Staged, not applied: ${countOf(actions, "pending action")} to resolve.`;
  return textResult([staged, ...held.map(({ message }) => message)].join(" "), findings);
}
