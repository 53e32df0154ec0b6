import type { Alert } from "../../model/alert.ts";
import type { CallStep } from "../../model/recipe/call-step.ts";
import type { StepName } from "../../model/step-name.ts";
import type { KeptOutput } from "../../tools/command/shadow.ts";
import type { RunWriter } from "../../tree/write/run-writer.ts";

/** Returns the keeper of what the program of a step prints; undefined if it is no model's, or nothing is kept. */
export function keepPrinted(
  step: CallStep,
  owner: StepName,
  writer: RunWriter | undefined,
  alerts: Alert[],
): KeptOutput | undefined {
  if (step.by !== "model" || writer === undefined) return undefined;
  return {
    line: (line) => writer.keepPrinted(owner, line),
    async end() {
      const fault = await writer.printed();
      if (fault === undefined) return;
      const message = `The output of the program cannot be kept: ${fault}.`;
      alerts.push({ level: "error", code: "transcript-unwritten", message });
    },
  };
}
