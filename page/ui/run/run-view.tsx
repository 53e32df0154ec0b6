import type { PageData, PageStepWhy } from "../../../src/model/page/page-data.ts";
import { checkOutcome } from "../../../src/model/report/check-outcome.ts";
import { AllNotices } from "../overview/notices.tsx";
import { FactList } from "../pieces/fact-list.tsx";
import { More, Section, Text } from "../pieces/text.tsx";
import { counted, durationText, numberText } from "../pieces/words.ts";
import type { ViewProps } from "../view-props.ts";
import { Calls, Commits, Skipped, Sources, Steps } from "./entry-lists.tsx";
import { OpWhyItem } from "./op-why.tsx";
import { Notes } from "./why-notes.tsx";

/** How the run went: its steps, checks, commits and sources, and what was left alone. */
export function RunView({ data }: Pick<ViewProps, "data">) {
  const { steps, checks, commits, sources, skipped, calls, why } = data;
  return (
    <div class="page">
      <AllNotices data={data} />
      <Configuration data={data} />
      <Steps steps={steps} />
      {why !== undefined && <StepWhys why={why} />}
      <Checks checks={checks} durations={data.run.checkDurationsMs ?? []} />
      <Commits commits={commits} />
      <Skipped skipped={skipped} />
      <Calls calls={calls} />
      <Sources sources={sources} />
    </div>
  );
}

/** The runs of checks, each with the end of its output. */
function Checks(props: {
  readonly checks: PageData["checks"];
  readonly durations: readonly number[];
}) {
  const { checks, durations } = props;
  if (checks.items.length === 0) return null;
  return (
    <Section title="Checks" count={checks.items.length + checks.more}>
      {checks.items.map((check, index) => (
        <details key={index} class="check" open={check.outcome !== "passed" && index < 5}>
          <summary>
            <span class={`badge ${check.outcome === "passed" ? "s-applied" : "s-failed"}`}>
              {check.outcome === "passed" ? "passed" : "failed"}
            </span>{" "}
            <Text>{check.name}</Text>{" "}
            <span class="faint">
              <Text>{checkOutcome(check)}</Text> · {counted(check.actionCount, "action")}
              {check.rule !== undefined && (
                <>
                  {" "}
                  · rule <Text>{check.rule}</Text>
                </>
              )}
              {durations[index] !== undefined && ` · ${durationText(durations[index])}`}
            </span>
          </summary>
          <pre class="block">
            <Text>{outputOf(check)}</Text>
          </pre>
        </details>
      ))}
      <More more={checks.more} noun="check" />
    </Section>
  );
}

/** Returns the command of a check, and the end of what it printed. */
function outputOf({ run, omitted = 0, output }: PageData["checks"]["items"][number]): string {
  const before = omitted > 0 ? `… ${omitted} bytes before\n` : "";
  return `$ ${run.join(" ")}\n${before}${output}`;
}

/** The request of the run, and what the run was allowed. */
function Configuration({ data }: { readonly data: PageData }) {
  const { policy, trust, ci, selection } = data;
  const facts: readonly (readonly [string, string] | undefined)[] = [
    ["Policy", policyText(policy)],
    ["Trust", trustText(trust)],
    ci && ["CI", ciText(ci)],
    selection && ["Selection", selectionText(selection)],
  ];
  return (
    <Section title="Configuration">
      <FactList facts={facts.filter((fact) => fact !== undefined)} />
    </Section>
  );
}

function policyText(policy: PageData["policy"]): string {
  if (policy === null) return "none";
  return policy.builtIn ? `${policy.source} (built in)` : policy.source;
}

function trustText(trust: PageData["trust"]): string {
  if (trust === null) return "not known";
  return trust.base === null ? trust.mode : `${trust.mode}, base ${trust.base.slice(0, 10)}`;
}

function ciText(ci: NonNullable<PageData["ci"]>): string {
  return Object.entries(ci)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function selectionText({ fileCount, ...limits }: NonNullable<PageData["selection"]>): string {
  const parts = Object.entries(limits).map(([name, value]) => `${name} ${valueText(value)}`);
  return [counted(fileCount, "file"), ...parts].join("\n");
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The findings of each step, and why its ops found nothing; only for a run with `--why`. */
function StepWhys({ why }: { readonly why: NonNullable<PageData["why"]> }) {
  return (
    <Section title="What the steps found" count={why.items.length + why.more}>
      {why.items.map((step, index) => (
        <StepWhyItem key={index} step={step} />
      ))}
      <More more={why.more} noun="step" />
    </Section>
  );
}

function StepWhyItem({ step }: { readonly step: PageStepWhy }) {
  const { searched, changed, unchanged, skipped } = step.files;
  const languages = (step.languages ?? []).map((one) => `${one.language} ${one.files}`);
  const hasMissed = step.ops.items.some(({ matches }) => matches === 0);
  return (
    <details class="check" open={hasMissed || step.notes.length > 0}>
      <summary>
        <Text>{`${step.recipe} › ${step.step}`}</Text>{" "}
        <span class="faint">
          <Text>{step.tool}</Text> · {counted(searched, "file")} searched, {numberText(changed)}{" "}
          with a change, {numberText(unchanged)} without, {numberText(skipped)} skipped
        </span>
      </summary>
      {languages.length > 0 && (
        <p class="note">
          Read as <Text>{languages.join(", ")}</Text>
        </p>
      )}
      <Notes notes={step.notes} />
      <ul class="links">
        {step.ops.items.map((op) => (
          <OpWhyItem key={op.id} op={op} />
        ))}
      </ul>
      <More more={step.ops.more} noun="op" />
    </details>
  );
}
