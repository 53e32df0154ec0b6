import type { ScannedTree } from "../../findings/finding.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";

/** What a check has measured in a tree. */
export type Measured =
  | { readonly kind: "lines"; readonly count: number; readonly exitCode: number }
  | { readonly kind: "findings"; readonly tree: ScannedTree };

/** Returns the number of lines or findings. */
export function countOfMeasured(measured: Measured): number {
  return measured.kind === "lines" ? measured.count : measured.tree.findings.length;
}

/** Returns the file that a check writes for its numbers, relative to the root. */
export function reportFile({ measure, cwd }: PolicyCheck): string | undefined {
  if (measure?.kind !== "findings" || measure.from === "-") return undefined;
  return cwd === "" ? measure.from : `${cwd}/${measure.from}`;
}
