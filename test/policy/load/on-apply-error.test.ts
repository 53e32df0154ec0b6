import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { writtenOf } from "../../../src/policy/written-of.ts";

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

it.each([
  ["transaction: run\n", "onApplyError: discard\n", "p.yaml:4"],
  ["onApplyError: discard\n", "transaction: run\n", "base.yaml:3"],
  [
    "transaction: run\n",
    "rules: [{ id: a, verdict: apply, reason: R., onApplyError: fail }]\n",
    "p.yaml:4",
  ],
])("refuses it with a transaction in another file: %j extended by %j", async (base, own, at) => {
  const text = `${HEAD}extends: base.yaml\n${own}`;
  const written = `${HEAD}${base}`;
  const read = async () => ({ written, path: "base.yaml" });
  const { policy, diagnostics } = await loadPolicy(text, "p.yaml", LANGUAGE_NAMES, read);
  expect(policy).toBeUndefined();
  expect(diagnostics.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
    `${at} \`onApplyError\` has no effect with \`transaction: run\`: a run that fails writes nothing.`,
  ]);
});
