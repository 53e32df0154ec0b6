import picocolors from "picocolors";
import type { ExplainOutcome, ExplainRequest } from "../../../author/policy/explain/explain.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { exitOf } from "../../../model/exit-code.ts";
import { prettyDiagnostic } from "../../../report/pretty-diagnostic.ts";
import { terminalLine } from "../../../report/terminal-text.ts";
import type { OptionsOf } from "../../../request/options/read-options.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { jsonText } from "../../../shared/json/json-text.ts";
import type { CliWorld } from "../../cli-world.ts";
import { showText } from "../../show-paged.ts";
import { timeLimitOf } from "../../time-limit-of.ts";
import { usageError } from "../../usage-error.ts";
import { wantsColor } from "../../wants-color.ts";
import { checkedSources } from "../checked-sources.ts";
import { productCommand, type Words } from "../command.ts";

type ExplainOptions = OptionsOf<"policy explain">;

/** `sluice policy explain`: why each verdict fell, why a file has none, and which verdicts a policy flips. */
export const policyExplainCommand = productCommand({
  name: "policy explain",
  words: "[run] [action..]",
  summary:
    "Explain the verdicts of a run, a plan or a report: which rule decided, and why no other did",
  examples: [
    [
      "sluice policy explain last",
      "All actions of the last run, each with the rule that came nearest",
    ],
    ["sluice policy explain last 5f0c", "One action: every guard and rule, condition by condition"],
    [
      "sluice policy explain plan.json src/a.ts:12 --why-not apply",
      "What stands between, and nothing else",
    ],
    [
      "sluice policy explain --against plan.json --policy new.yaml",
      "The verdicts that a changed policy flips",
    ],
  ],
  async run(options, words, world) {
    const request = requestOf(options, words, world);
    const { explain } = await import("../../../author/policy/explain/explain.ts");
    const limit = timeLimitOf(options.timeout, world);
    const outcome = await explain(request, world, limit.signal);
    if (outcome.kind === "stopped") {
      world.stderr.write("sluice: ended before everything was read.\n");
      return exitOf(limit.findings()).exitCode;
    }
    return show(outcome, options, world);
  },
});

function requestOf(options: ExplainOptions, words: Words, { cwd }: CliWorld): ExplainRequest {
  const [record, about, ...more] = [...(words.run ?? []), ...(words.action ?? [])];
  const { policy, against, "why-not": whyNot } = options;
  const sources = { ...checkedSources("policy explain", options, cwd), policy };
  const isWhyNot = whyNot !== undefined;
  if (against.length > 0) {
    if (isWhyNot) throw usageError("--against excludes --why-not.", "Leave one of them out.");
    const plans = [...against, ...(words.run ?? []), ...(words.action ?? [])];
    return { ...sources, part: { kind: "against", plans } };
  }
  if (record === undefined || record === "" || about === "")
    throw usageError(
      "The run is missing.",
      "Name a run, `last`, a plan or a report: sluice policy explain last",
    );
  if (more.length > 0)
    throw usageError(
      "More than one action is named.",
      "Name one id, or one path, which can be that of many actions.",
    );
  return { ...sources, part: { kind: "record", record, about, isWhyNot } };
}

async function show(
  outcome: Exclude<ExplainOutcome, { readonly kind: "stopped" }>,
  { format, color, pager, "why-not": whyNot }: ExplainOptions,
  world: CliWorld,
): Promise<number> {
  const colors = picocolors.createColors(wantsColor(color, world, world.stdout));
  const write = async (product: object, text: () => string) => {
    if (format === "json") world.stdout.write(`${jsonText(product, 2)}\n`);
    else await showText(text(), pager, world);
  };
  switch (outcome.kind) {
    case "none":
      return format === "json"
        ? refuse(definedOnly({ problems: outcome.problems, hint: outcome.hint }), world)
        : refuseInWords(outcome, world);
    case "invalid":
      if (format === "json")
        return refuse({ diagnostics: outcome.diagnostics.slice(0, 20) }, world);
      showDiagnostics(outcome.diagnostics, world);
      return exitOf({ invalid: true }).exitCode;
    case "replayed": {
      const { replayText } = await import("../../../report/explanation/replay-text.ts");
      const { replay } = outcome;
      showDiagnostics(outcome.diagnostics, world);
      await write(replay, () => replayText(replay, colors));
      return exitOf({ failed: replay.flips.length > 0 }).exitCode;
    }
    case "explained": {
      const { explanationText } = await import("../../../report/explanation/explanation-text.ts");
      const { explanation } = outcome;
      showDiagnostics(outcome.diagnostics, world);
      await write(explanation, () =>
        explanationText(explanation, { isWhyNot: whyNot !== undefined }, colors),
      );
      return 0;
    }
  }
}

/** Prints why nothing is explained, for people. */
function refuseInWords(
  { problems, hint }: Extract<ExplainOutcome, { readonly kind: "none" }>,
  { stderr }: CliWorld,
): number {
  const lines = [
    ...problems.map((problem) => `sluice: ${problem}`),
    ...(hint === undefined ? [] : [`hint: ${hint}`]),
  ];
  stderr.write(lines.map((line) => `${terminalLine(line)}\n`).join(""));
  return exitOf({ invalid: true }).exitCode;
}

/** Prints why nothing is explained, for programs. */
function refuse(why: object, { stdout }: CliWorld): number {
  const { exitCode } = exitOf({ invalid: true });
  stdout.write(`${jsonText({ formatVersion: "1.0", exitCode, ...why }, 2)}\n`);
  return exitCode;
}

function showDiagnostics(diagnostics: readonly Diagnostic[], { stderr }: CliWorld): void {
  for (const diagnostic of diagnostics.slice(0, 20))
    stderr.write(`${prettyDiagnostic(diagnostic, picocolors.createColors(false))}\n\n`);
}
