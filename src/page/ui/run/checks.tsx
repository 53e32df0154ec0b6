import type { PageData } from "../../../model/page/page-data.ts";
import { checkOutcome } from "../../../model/report/check-outcome.ts";
import { More, Section, Text } from "../pieces/text.tsx";
import { counted, durationText } from "../pieces/words.ts";

/** The runs of checks, each with the end of its output. */
export function Checks(props: {
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
