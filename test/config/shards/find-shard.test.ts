import { describe, expect, it } from "vitest";
import { resolveShard } from "../../../src/config/shards/find-shard.ts";

const GITLAB = { GITLAB_CI: "true" };
const CIRCLE = { CIRCLECI: "true" };
const BUILDKITE = { BUILDKITE: "true" };
const AZURE = { TF_BUILD: "True" };

describe("the shard of `auto`", () => {
  it.each([
    [
      { ...GITLAB, CI_NODE_INDEX: "2", CI_NODE_TOTAL: "5" },
      { index: 2, total: 5 },
    ],
    [
      { ...CIRCLE, CIRCLE_NODE_INDEX: "0", CIRCLE_NODE_TOTAL: "4" },
      { index: 1, total: 4 },
    ],
    [
      { ...BUILDKITE, BUILDKITE_PARALLEL_JOB: "3", BUILDKITE_PARALLEL_JOB_COUNT: "4" },
      { index: 4, total: 4 },
    ],
    [
      { ...AZURE, SYSTEM_JOBPOSITIONINPHASE: "1", SYSTEM_TOTALJOBSINPHASE: "3" },
      { index: 1, total: 3 },
    ],
    [
      { JOB_COMPLETION_INDEX: "0", SLUICE_SHARD_TOTAL: "8" },
      { index: 1, total: 8 },
    ],
    [
      { GITHUB_ACTIONS: "true", SLUICE_LEG: "1/3" },
      { index: 2, total: 3 },
    ],
    [
      { ...GITLAB, CI_NODE_INDEX: "2", CI_NODE_TOTAL: "5", SLUICE_SHARD: "1/2" },
      { index: 1, total: 2 },
    ],
  ])("is found in %o", (env, shard) => {
    expect(resolveShard("auto", env)).toEqual(shard);
  });

  it.each([
    { ...GITLAB, CI_NODE_TOTAL: "1" },
    { ...CIRCLE, CIRCLE_NODE_INDEX: "0", CIRCLE_NODE_TOTAL: "1" },
    BUILDKITE,
    AZURE,
    { GITHUB_ACTIONS: "true", SLUICE_LEG: "0/1" },
  ])("is the whole for the one job %o", (env) => {
    expect(resolveShard("auto", env)).toEqual({ index: 1, total: 1 });
  });

  it.each([
    [{}, "no variable tells the shard of this job."],
    [{ GITHUB_ACTIONS: "true" }, "no variable tells the shard of this job."],
    [
      { JOB_COMPLETION_INDEX: "3" },
      "JOB_COMPLETION_INDEX is set, and SLUICE_SHARD_TOTAL does not say how many shards there are.",
    ],
    [
      { JOB_COMPLETION_INDEX: "4", SLUICE_SHARD_TOTAL: "4" },
      "JOB_COMPLETION_INDEX and SLUICE_SHARD_TOTAL: `5/4` is none of 4 shards.",
    ],
    [
      { ...GITLAB, CI_NODE_INDEX: "0", CI_NODE_TOTAL: "4" },
      "CI_NODE_INDEX and CI_NODE_TOTAL: `0/4` is none of 4 shards.",
    ],
    [
      { ...CIRCLE, CIRCLE_NODE_INDEX: "x", CIRCLE_NODE_TOTAL: "4" },
      "CIRCLE_NODE_INDEX and CIRCLE_NODE_TOTAL: invalid shard `x/4`.",
    ],
    [{ SLUICE_SHARD: "2" }, "SLUICE_SHARD: invalid shard `2`."],
    [{ SLUICE_SHARD: "auto" }, "SLUICE_SHARD is `auto` itself."],
    [{ SLUICE_LEG: "/" }, "SLUICE_LEG: invalid shard `/`."],
  ])("is not known for %o", (env, message) => {
    expect(resolveShard("auto", env)).toMatchObject({
      fault: { code: "invalid-option", message: `--shard auto: ${message}` },
    });
  });

  it("names the variables in which it was looked for", () => {
    const found = resolveShard("auto", {});
    expect("fault" in found && found.fault.hint).toBe(
      "Use INDEX/TOTAL, such as 2/4. It was looked for in SLUICE_SHARD, JOB_COMPLETION_INDEX, CI_NODE_INDEX, " +
        "SYSTEM_JOBPOSITIONINPHASE, BUILDKITE_PARALLEL_JOB, CIRCLE_NODE_INDEX. In a matrix of GitHub, write " +
        "--shard ${{ matrix.shard }}/4.",
    );
  });
});
