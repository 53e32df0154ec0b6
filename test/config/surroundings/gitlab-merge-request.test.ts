import { describe, expect, it } from "vitest";
import { ciFactsOf } from "../../../src/config/surroundings/ci-facts.ts";
import type { CiFacts } from "../../../src/model/policy/ci-facts.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const JOB: Variables = { CI: "true", GITLAB_CI: "true", CI_MERGE_REQUEST_IID: "7" };
const TITLE = { CI_MERGE_REQUEST_TITLE: "Use the new names" };

const factsIn = async (own: Variables) => {
  const facts = await ciFactsOf({ ...JOB, ...own }, async () => "topic");
  const { provider: _provider, event: _event, ...others } = facts;
  return others;
};

describe("the facts of a merge request of GitLab", () => {
  it.each<[what: string, variables: Variables, facts: CiFacts]>([
    [
      "are those of its variables, and the author is not who started the pipeline",
      {
        CI_MERGE_REQUEST_TITLE: "Draft: use the new names",
        CI_MERGE_REQUEST_LABELS: "area::ui,codemod \u{1f98a}",
        CI_MERGE_REQUEST_DRAFT: "true",
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "feat/x",
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "4",
        CI_MERGE_REQUEST_PROJECT_ID: "4",
        GITLAB_USER_LOGIN: "eve",
        CI_COMMIT_AUTHOR: "Eve <eve@example.com>",
      },
      { source: "feat/x", fork: false, labels: ["area::ui", "codemod \u{1f98a}"], draft: true },
    ],
    ["have no labels without the variable", TITLE, { labels: [], draft: false }],
    ["are not known of a version without titles", { CI_MERGE_REQUEST_LABELS: "codemod" }, {}],
    [
      "are not known of a pull request of another forge",
      {
        CI_MERGE_REQUEST_IID: undefined,
        CI_EXTERNAL_PULL_REQUEST_IID: "7",
        CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_NAME: "feat/x",
      },
      { source: "feat/x" },
    ],
    [
      "have a source of a fork that was deleted left out",
      { ...TITLE, CI_MERGE_REQUEST_PROJECT_ID: "4" },
      { labels: [], draft: false },
    ],
    [
      "have a fork if one of two pairs differs",
      {
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "4",
        CI_MERGE_REQUEST_PROJECT_ID: "4",
        CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "eve/app",
        CI_MERGE_REQUEST_PROJECT_PATH: "acme/app",
      },
      { fork: true },
    ],
    [
      "have no source that is endless",
      { CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "x".repeat(1001) },
      {},
    ],
  ])("%s", async (_what, variables, facts) => {
    expect(await factsIn(variables)).toEqual(facts);
  });

  it.each<[labels: string, facts: readonly string[] | undefined]>([
    ["", []],
    ["a", ["a"]],
    ["a,,b", undefined],
    [",", undefined],
    ["a, b", undefined],
    ["a\n", undefined],
    ["x".repeat(1001), undefined],
    [Array.from({ length: 1001 }, () => "a").join(","), undefined],
  ])("labels %j: %j", async (labels, facts) => {
    const found = await factsIn({ ...TITLE, CI_MERGE_REQUEST_LABELS: labels });
    expect(found.labels).toEqual(facts);
  });

  it.each<[title: string, flag: string | undefined, facts: boolean | undefined]>([
    ["Draft: x", undefined, true],
    ["[DRAFT] x", undefined, true],
    ["(draft) x", undefined, true],
    ["Drafting a text", undefined, false],
    ["Use Draft: later", undefined, false],
    ["Draft - x", undefined, undefined],
    ["WIP: x", undefined, undefined],
    ["[WIP] x", "false", false],
    ["x", "true", true],
    ["Draft: x", "perhaps", undefined],
  ])("title %j, flag %j: draft %j", async (title, flag, facts) => {
    const own = { CI_MERGE_REQUEST_TITLE: title, CI_MERGE_REQUEST_DRAFT: flag };
    expect((await factsIn(own)).draft).toBe(facts);
  });
});
