import type { PageAction, PageActionDetail } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import { explainCommand } from "../../view/explain-command.ts";
import { traceOutcome } from "../../view/trace-outcome.ts";
import { CommandLine } from "../pieces/command-line.tsx";
import { FactList } from "../pieces/fact-list.tsx";
import { Block, Text } from "../pieces/text.tsx";
import { RulePlace } from "./rule-place.tsx";

/** The trace of the decision, the facts on which it rests, and the result of the tool. */
export function Evidence(props: {
  readonly action: PageAction;
  readonly detail: PageActionDetail;
  readonly data: PageData;
}) {
  const { action, detail, data } = props;
  const { facts, result, callId, sourceToolName = "" } = detail;
  const shownFacts = [...facts, ["callId", callId] as const, ["queuedBy", sourceToolName] as const];
  return (
    <>
      <Trace action={action} detail={detail} data={data} />
      <details>
        <summary>Facts</summary>
        <FactList facts={shownFacts.filter(([, value]) => value !== "")} />
      </details>
      {result !== undefined && (
        <details>
          <summary>Result</summary>
          <Block of={result} />
        </details>
      )}
    </>
  );
}

/** Every guard and rule in order, each with its place and how it came out. */
function Trace(props: {
  readonly action: PageAction;
  readonly detail: PageActionDetail;
  readonly data: PageData;
}) {
  const { action, detail, data } = props;
  const { trace } = detail;
  const command = explainCommand(data, action.id);
  if (trace.length === 0) return null;
  return (
    <details open>
      <summary>Trace</summary>
      <ol class="trace">
        {trace.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`} class={entry.hit ? "hit" : ""}>
            <code>
              <Text>{entry.id}</Text>
            </code>{" "}
            <span class="kind">{entry.kind}</span>
            <Text>{traceOutcome(entry)}</Text> <RulePlace rule={entry.id} policy={data.policy} />
          </li>
        ))}
      </ol>
      {command !== undefined && (
        <CommandLine lead="Each condition with what it found:" command={command} />
      )}
    </details>
  );
}
