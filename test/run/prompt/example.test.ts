import { join } from "node:path";
import { expect, it } from "vitest";
import { REPOSITORY } from "../../support/grammar-packages.ts";
import { openAiServer } from "../../support/openai-server.ts";
import {
  EXAMPLE_ANSWERS,
  exampleInLines,
  PROMPT_EXAMPLE,
  promptExample,
} from "../../support/prompt-example.ts";
import { cli, cliReport } from "../../support/run-cli.ts";
import { readText, snapshot } from "../../support/temp-tree.ts";

it("records over HTTP, with the real SDK, the cassette that the example ships", async () => {
  const root = promptExample();
  const { baseUrl, requests } = await openAiServer(EXAMPLE_ANSWERS);
  const argv = ["run", "recipe.yaml", "--input", `server=${baseUrl}`, "--record", "again.jsonl"];
  argv.push("--allow-host", new URL(baseUrl).host);
  const { exitCode, stderr } = await cli(root, argv, { ownFolder: REPOSITORY });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(requests).toHaveLength(3);
  expect(readText(root, "again.jsonl")).toBe(exampleInLines());
});

it("is played without a key and without a network, twice with the same bytes of report", async () => {
  const runs = [];
  for (const root of [promptExample(), promptExample()]) {
    const argv = ["run", "recipe.yaml", "--replay", "cassette.json"];
    const { report, exitCode } = await cliReport(root, argv);
    expect(exitCode).toBe(0);
    expect(report.actions.map(({ state, ruleId, reason }) => [state, ruleId, reason])).toEqual([
      ["applied", "model-small", "1 replacement in src/billing/invoice.ts, and it parses."],
      ["applied", "model-small", "1 replacement in src/billing/reminder.ts, and it parses."],
      ["discarded", "vendored", "Vendored code is changed where it comes from."],
    ]);
    expect(readText(root, "src/billing/invoice.ts")).toContain("await users.fetchUser(id)");
    expect(readText(root, "src/vendor/audit.ts")).toContain("users.getUser");
    runs.push({ ...report, run: undefined });
  }
  expect(JSON.stringify(runs[0])).toBe(JSON.stringify(runs[1]));
});

it("previews without a change", async () => {
  const root = promptExample();
  const before = snapshot(root);
  const argv = ["preview", "recipe.yaml", "--replay", join(PROMPT_EXAMPLE, "cassette.json")];
  const { report, exitCode } = await cliReport(root, argv);
  expect({ exitCode, states: report.actions.map(({ state }) => state) }).toEqual({
    exitCode: 0,
    states: ["would-apply", "would-apply", "discarded"],
  });
  expect(snapshot(root)).toEqual(before);
});
