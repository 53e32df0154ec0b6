import picocolors from "picocolors";
import type { PolicyInHand } from "../../../author/policy/read-policy.ts";
import { boundDiagnostics, type Diagnostic, MOST_DIAGNOSTICS } from "../../../model/diagnostic.ts";
import { exitOf } from "../../../model/exit-code.ts";
import { prettyDiagnostic } from "../../../report/pretty-diagnostic.ts";
import type { OptionsOf } from "../../../request/options/read-options.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import type { CliWorld } from "../../cli-world.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { wantsColor } from "../../wants-color.ts";
import { checkedSources } from "../checked-sources.ts";

/** The options that every command about a policy has. */
export type PolicyOptions = OptionsOf<"policy lint">;

/** The streams of a command about a policy, and its limit of time. */
export interface PolicyTerminal {
  readonly stdout: CliWorld["stdout"];
  readonly colors: ReturnType<typeof picocolors.createColors>;
  readonly signal: AbortSignal;
  /** Reports faults of other files than the policy, and returns the exit code. */
  invalid(diagnostics: readonly Diagnostic[]): number;
  /** Reports that the signal has ended the command, and returns the exit code. */
  stopped(): number;
}

/** Reads a policy and calls `work` with it, for the exit code. Reports why there is none, with the exit code 2. */
export async function withPolicy(
  command: string,
  options: PolicyOptions,
  policy: string | undefined,
  world: CliWorld,
  work: (
    inHand: Extract<PolicyInHand, { readonly kind: "read" }>,
    terminal: PolicyTerminal,
  ) => Promise<number>,
): Promise<number> {
  const { readPolicy } = await import("../../../author/policy/read-policy.ts");
  const { color, format, timeout } = options;
  const limit = timeLimitOf(timeout, world);
  const request = { ...checkedSources("policy lint", options, world.cwd), policy };
  const inHand = await readPolicy(command, request, world, limit.signal);
  const stopped = (what: string) => {
    world.stderr.write(`sluice: ended before ${what}.\n`);
    return exitOf(limit.findings()).exitCode;
  };
  if (inHand.kind === "stopped") return stopped("the policy was read");
  const colors = picocolors.createColors(wantsColor(color, world, world.stdout));
  const show = (diagnostics: readonly Diagnostic[], kind: "invalid" | "read") =>
    showDiagnostics(diagnostics, format === "json" && kind === "invalid", world, colors);
  const invalid = (diagnostics: readonly Diagnostic[]) => {
    show(diagnostics, "invalid");
    return exitOf({ invalid: true }).exitCode;
  };
  if (inHand.kind === "invalid") return invalid(inHand.diagnostics);
  show(inHand.diagnostics, "read");
  return work(inHand, {
    stdout: world.stdout,
    colors,
    signal: limit.signal,
    invalid,
    stopped: () => stopped("all was looked at"),
  });
}

/** Faults of a policy are the product of a command in JSON, and otherwise what is said on standard error. */
function showDiagnostics(
  diagnostics: readonly Diagnostic[],
  asJson: boolean,
  { stdout, stderr }: CliWorld,
  colors: PolicyTerminal["colors"],
): void {
  if (asJson) {
    const { exitCode } = exitOf({ invalid: true });
    const bounded = boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.listed);
    stdout.write(`${jsonText({ formatVersion: "1.0", exitCode, diagnostics: bounded }, 2)}\n`);
    return;
  }
  for (const diagnostic of boundDiagnostics(diagnostics, MOST_DIAGNOSTICS.shown))
    stderr.write(`${prettyDiagnostic(diagnostic, colors)}\n\n`);
}
