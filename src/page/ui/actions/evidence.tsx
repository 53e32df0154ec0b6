import type { PageActionDetail } from "../../../model/page/page-action.ts";
import { Block, Text } from "../pieces/text.tsx";

/** The trace of the decision, the facts on which it rests, and the result of the tool. */
export function Evidence({ detail }: { readonly detail: PageActionDetail }) {
  const { trace, facts, result, callId, sourceToolName } = detail;
  return (
    <>
      {trace.length > 0 && (
        <details open>
          <summary>Trace</summary>
          <ol class="trace">
            {trace.map((entry) => (
              <li key={entry.id} class={entry.hit ? "hit" : ""}>
                <code>
                  <Text>{entry.id}</Text>
                </code>{" "}
                <span class="kind">{entry.kind}</span>
                <Text>{outcomeOf(entry)}</Text>
              </li>
            ))}
          </ol>
        </details>
      )}
      <details>
        <summary>Facts</summary>
        <dl class="facts">
          {[...facts, ["callId", callId] as const, ["queuedBy", sourceToolName ?? ""] as const]
            .filter(([, value]) => value !== "")
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Text>{value}</Text>
                </dd>
              </div>
            ))}
        </dl>
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

/** Returns how a guard, a rule or the limits came out, as the terminal says it. */
function outcomeOf({
  kind,
  hit,
  failed = "",
  found,
  unknown = [],
}: PageActionDetail["trace"][number]): string {
  const what = found === undefined ? "" : ` (${String(found).slice(0, 200)})`;
  if (kind === "limit") {
    if (!hit) return "fits";
    return unknown.length > 0 ? `${unknown[0]} is not known` : `over ${failed}${what}`;
  }
  if (hit) return unknown.length > 0 ? `matched: ${unknown[0]} is not known${what}` : "matched";
  return unknown[0] === failed ? `${failed} is not known${what}` : `${failed} does not hold${what}`;
}
