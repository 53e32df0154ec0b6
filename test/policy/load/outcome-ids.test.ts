import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import { OUTCOME_IDS } from "../../../src/model/policy/outcome-ids.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";

const HEAD = "version: 1\ndefault: { verdict: hold, reason: D. }\n";

it.each(["guards", "rules"])("no rule may have the id of an outcome: %s", async (list) => {
  for (const id of OUTCOME_IDS) {
    const text = `${HEAD}${list}:\n  - { id: ${id}, verdict: hold, reason: R. }\n`;
    const { policy, diagnostics } = await loadPolicy(text, "p.yaml", LANGUAGE_NAMES);
    expect([policy, diagnostics.map(({ code, line }) => `${line} ${code}`)]).toEqual([
      undefined,
      ["4 duplicate-id"],
    ]);
    expect(diagnostics[0]?.message).toContain(`The id \`${id}\` is taken`);
  }
});

it("are all ids that the code gives to decisions", () => {
  const folder = join(import.meta.dirname, "../../../src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const given = files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/\bruleId: "([\w-]+)"/g),
    ])
    .map(([, id]) => id);
  expect(given.length).toBeGreaterThan(10);
  expect(given.filter((id) => !OUTCOME_IDS.some((own) => own === id))).toEqual([]);
});
