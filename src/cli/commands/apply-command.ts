import { withUnwrittenReport } from "../../model/exit-code.ts";
import type { ApplyRequest } from "../../run/request/apply-request.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { parseSize } from "../../shared/option-value.ts";
import { APPLY_OPTIONS } from "../options.ts";
import { valueOfOption } from "../usage-error.ts";
import {
  type Command,
  flagOption,
  listOption,
  lockTimeout,
  rootOption,
  textOption,
} from "./command.ts";
import { filesGiven, openRun } from "./run-setup.ts";

/** `sluice apply`: write exactly what a plan says, or nothing. */
export const applyCommand: Command = {
  usage: "apply <plan>",
  summary: "Write exactly what a plan says, or nothing",
  options: APPLY_OPTIONS,
  examples: [["sluice apply plan.json", "Write what was planned, if it still fits"]],
  async run(raw, surroundings) {
    const { cwd } = surroundings;
    const { MAX_PLAN_BYTES } = await import("../../plan/read-plan.ts");
    const largest = textOption(raw, "max-plan-size");
    const request: ApplyRequest = {
      root: rootOption(raw, cwd),
      plan: listOption(raw, "plan")[0] ?? "",
      recipes: listOption(raw, "recipe"),
      maxPlanBytes:
        largest === undefined ? MAX_PLAN_BYTES : valueOfOption("max-plan-size", parseSize(largest)),
      check: flagOption(raw, "check"),
      exitZero: flagOption(raw, "exit-zero"),
      cache: flagOption(raw, "cache"),
      allowCustomTools: flagOption(raw, "allow-custom-tools"),
      lockTimeout: lockTimeout(raw),
      ...definedOnly({
        verify: typeof raw.verify === "boolean" ? raw.verify : undefined,
        policy: textOption(raw, "policy"),
      }),
    };
    const given = [request.plan, ...filesGiven(request)];
    const opened = await openRun(raw, surroundings, { root: request.root, given });
    const { applyPlan } = await import("../../run/apply-plan.ts"); // The engine, when it is needed.
    const report = await applyPlan(request, opened.surroundings);
    const isWritten = await opened.outputs.finish(report);
    return isWritten ? report.exitCode : withUnwrittenReport(report).exitCode;
  },
};
