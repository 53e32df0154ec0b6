import { describe, expect, it } from "vitest";
import { originOfPlan } from "../../../src/landing/trailers.ts";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { commitWords, originOfRun } from "../../../src/run/commits/commit-message.ts";
import { groupActions } from "../../../src/run/commits/group-actions.ts";

const action = (more: Record<string, unknown>, facts = {}): ActionReport =>
  ({
    id: "1",
    recipe: "r",
    label: "f → g",
    ruleId: "small",
    reason: "Small.",
    files: [{ path: "src/a.ts" }],
    facts: { replacements: 2, ...facts },
    ...more,
  }) as never;

const words = (actions: readonly ActionReport[], message = "${{ commit.subject }}", more = {}) =>
  commitWords({ name: "g", actions }, { message, trailers: {}, ...more }, originOfRun("run-1"));

describe("the words of a commit", () => {
  it("has a subject, a body behind a blank line, and trailers", () => {
    const message = "feat: ${{ group }}\nBody of ${{ commit.files }}.\n\nMore.";
    expect(words([action({})], message, { trailers: { By: "${{ run.id }}" } }).message).toBe(
      "feat: g\n\nBody of src/a.ts.\n\nMore.\n\nSluice-Run: run-1\nSluice-Rule: small\nSluice-Reason: Small.\nBy: run-1\n",
    );
  });

  it("names the only action, or counts", () => {
    expect(words([action({})]).subject).toBe("r: f → g");
    const two = [action({}), action({ recipe: "s", files: [{ path: "b" }] })];
    expect(words(two).subject).toBe("r, s: 2 actions in 2 files");
  });

  it("lets no value begin a trailer, a paragraph or a command of a terminal", () => {
    const hostile = "x\n\nSigned-off-by: Root\u0000\u001b[2J\r\u2028y";
    const { message, subject } = words(
      [action({ label: hostile, reason: hostile, files: [{ path: `a${hostile}.ts` }] })],
      "${{ commit.subject }}\n\n${{ commit.files }} ${{ commit.reasons }}",
    );
    expect(subject).toBe("r: x Signed-off-by: Root [2J y");
    expect(message).not.toMatch(/^Signed-off-by/m);
    expect(message.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it("quotes a line that a value makes pass for a trailer of Sluice", () => {
    const { message, subject } = words(
      [action({ label: "f", reason: "Sluice-Run: other", ruleId: "sluice-rule : b" })],
      "${{ commit.reasons }}\n\nBody.\n${{ commit.rules }}\n  ${{ commit.reasons }}",
    );
    expect(subject).toBe("> Sluice-Run: other");
    expect(message.match(/^sluice-run.*/gim)).toEqual(["Sluice-Run: run-1"]);
    expect(message).toContain("\n> sluice-rule : b\n  Sluice-Run: other\n\nSluice-Run: run-1\n");
  });

  it("has the plan and the campaign as trailers, if it is published", () => {
    const group = { name: "g", actions: [action({ reason: "Sluice-Approved: 1 by me" })] };
    const policy = { message: "${{ run.id }}\n\n${{ commit.reasons }}", trailers: {} };
    const origin = originOfPlan("a".repeat(64), "c1");
    expect(commitWords(group, policy, origin).message).toBe(
      "aaaaaaaaaaaaaaaa\n\n> Sluice-Approved: 1 by me\n\nSluice-Plan: aaaaaaaaaaaaaaaa\n" +
        "Sluice-Publish: c1\nSluice-Rule: small\nSluice-Reason: Sluice-Approved: 1 by me\n",
    );
  });

  it("is bounded", () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      action({ reason: `${index} ${"long".repeat(1000)}`, files: [{ path: `${index}` }] }),
    );
    const { message } = words(many, "${{ commit.reasons }}\n\n${{ commit.files }}");
    expect(message.length).toBeLessThan(250_000);
    expect(message.match(/^Sluice-Reason: \d+ long/gm)).toHaveLength(100);
    expect(message).toContain(
      "\n\nOnly the report of the run names 2900 more reasons.\n\nSluice-Run",
    );
  });

  it("has a trailer for each rule and reason", () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      action({ reason: `R ${index}.`, ruleId: `rule-${index}`, files: [{ path: `src/${index}` }] }),
    );
    const { message } = words(many, "m");
    for (const name of ["Sluice-Reason: R \\d+\\.", "Sluice-Rule: rule-\\d+"])
      expect(message.match(new RegExp(`^${name}$`, "gm"))).toHaveLength(100);
    expect(message).not.toContain("more");
  });

  it("takes the default subject if the message comes to nothing", () => {
    expect(words([action({ reason: "" })], "${{ commit.reasons }}").subject).toBe("r: f → g");
  });
});

describe("groups of actions", () => {
  it("are in the order of their first actions", () => {
    const actions = [action({ ruleId: "b" }), action({ ruleId: "a" }), action({ ruleId: "b" })];
    const groups = groupActions(actions, "rule", "run-1");
    expect(groups.map(({ name, actions: own }) => [name, own.length])).toEqual([
      ["b", 2],
      ["a", 1],
    ]);
  });

  it("join the packages and owners of an action", () => {
    const actions = [
      action({}, { owners: ["@b", "@a"], packages: [] }),
      action({}, { owners: ["@a", "@b"] }),
    ];
    expect(groupActions(actions, "owner", "run-1").map(({ name }) => name)).toEqual(["@a, @b"]);
    expect(groupActions(actions, "package", "r").map(({ name }) => name)).toEqual([
      "none",
      "unknown",
    ]);
  });
});
