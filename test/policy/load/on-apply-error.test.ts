import { expect, it } from "vitest";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { writtenOf } from "../../../src/policy/written-of.ts";
import { LANGUAGE_NAMES } from "../../../src/run/prepare/prepare-policy.ts";

const HEAD = "version: 1\ndefault: { verdict: apply, reason: Yes. }\n";

const load = (text: string) => loadPolicy(`${HEAD}${text}`, "p.yaml", LANGUAGE_NAMES);

it("reads onApplyError of a policy and of its rules, and writes it again", async () => {
  const rule = { id: "a", verdict: "apply", reason: "R.", onApplyError: "retry" };
  const { policy } = await load(`onApplyError: fail\nrules: [${JSON.stringify(rule)}]\n`);
  expect(policy).toMatchObject({ onApplyError: "fail", rules: [{ onApplyError: "retry" }] });
  expect(policy && writtenOf(policy)).toMatchObject({ onApplyError: "fail", rules: [rule] });
});

it.each([
  [
    "onApplyError: skip\n",
    "`onApplyError` must be `hold` or `discard` or `retry` or `fail`, and is `skip`.",
  ],
  [
    "transaction: run\nonApplyError: hold\n",
    "`onApplyError` has no effect with `transaction: run`: a run that fails writes nothing.",
  ],
  [
    "rules: [{ id: a, verdict: hold, reason: R., onApplyError: fail }]\n",
    "`onApplyError` has no effect: the verdict is hold.",
  ],
])("refuses what has no effect: %s", async (text, message) => {
  const { policy, diagnostics } = await load(text);
  expect([policy, diagnostics.map((one) => one.message)]).toEqual([undefined, [message]]);
});
