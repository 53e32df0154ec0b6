import type { Diagnostic } from "../../model/diagnostic.ts";
import type { RuleWindow, WindowEdge } from "../../model/policy/rule-window.ts";
import { instantText } from "../../shared/time/instant-text.ts";
import { checkedInstant, parseTime } from "../../shared/time/parse-time.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenPolicy, WrittenRule, WrittenTests } from "./policy-schema.ts";

type WrittenWindow = Pick<WrittenRule, "from" | "until">;

/** Returns the window of a rule; undefined if it has none. Its times were checked. */
export function windowOf({ from, until }: WrittenWindow): RuleWindow | undefined {
  if (from === undefined && until === undefined) return undefined;
  return {
    ...(from === undefined ? {} : { from: edgeOf(from) }),
    ...(until === undefined ? {} : { until: edgeOf(until) }),
  };
}

function edgeOf(written: string): WindowEdge {
  return { written, at: checkedInstant(written) };
}

/** Reports invalid times of a policy, and windows that never open. */
export function windowFaults(written: WrittenPolicy, source: YamlSource): readonly Diagnostic[] {
  const ofRules = (["guards", "rules"] as const).flatMap((list) =>
    (written[list] ?? []).flatMap((rule, index) => {
      const at = [list, index];
      const own = (["from", "until"] as const).flatMap((key) =>
        timeFaults(rule[key], [...at, key], source),
      );
      return [
        ...(own.length > 0 ? own : neverOpen(rule, at, source)),
        ...(["match", "notMatch"] as const).flatMap((kind) =>
          (rule.tests?.[kind] ?? []).flatMap(({ now }, test) =>
            timeFaults(now, [...at, "tests", kind, test, "now"], source),
          ),
        ),
      ];
    }),
  );
  return [...ofRules, ...testTimeFaults(written.tests ?? [], source)];
}

/** Reports the invalid times of tests. */
export function testTimeFaults(tests: WrittenTests, source: YamlSource): readonly Diagnostic[] {
  return tests.flatMap(({ now, facts }, index) => [
    ...timeFaults(now, ["tests", index, "now"], source),
    ...timeFaults(facts?.now, ["tests", index, "facts", "now"], source),
  ]);
}

function timeFaults(
  written: string | undefined,
  at: YamlPath,
  source: YamlSource,
): readonly Diagnostic[] {
  const read = written === undefined ? undefined : parseTime(written);
  if (read === undefined || !("fault" in read)) return [];
  const message = `\`${formatPath(at)}\` ${read.fault}.`.replace(/\?\.$/, "?");
  return [diagnosticAt(source.placeOf(at), "invalid-value", message)];
}

function neverOpen(rule: WrittenRule, at: YamlPath, source: YamlSource): readonly Diagnostic[] {
  const { from, until } = windowOf(rule) ?? {};
  if (from === undefined || until === undefined || from.at < until.at) return [];
  const [start, end] = [instantText(from.at), instantText(until.at)];
  const message = `\`${rule.id}\` never counts: \`from\` (${start}) is not before \`until\` (${end}).`;
  const hint = "`until` is the first instant at which it no longer counts.";
  return [diagnosticAt(source.placeOf([...at, "until"]), "invalid-value", message, { hint })];
}
