import { describe, expect, it } from "vitest";
import { createRunnerGuard, isRunnerLog, runnerText } from "../../src/shared/runner-text.ts";

/** True if a runner of GitHub takes a line for a command, as its source does: both forms. */
const isCommand = (line: string) => line.trimStart().startsWith("::") || line.includes("##[");

describe("text on a runner", () => {
  it.each([
    ["::set-output name=a::b", "\\u003a:set-output name=a::b"],
    ["a\n  ::add-mask::x\n", "a\n  \\u003a:add-mask::x\n"],
    ["a\r\n\t::error::x", "a\r\n\t\\u003a:error::x"],
    ["a\r::error::x", "a\r\\u003a:error::x"],
    ["\u00a0\u3000::error::x", "\u00a0\u3000\\u003a:error::x"],
    ["\u001b[31m ::error::x", "\u001b[31m \\u003a:error::x"],
    ["\n\n::error::x", "\n\n\\u003a:error::x"],
    [":::error::x", "\\u003a::error::x"],
    ["a ##[add-path]/tmp", "a #\\u0023[add-path]/tmp"],
    ["###[group]", "##\\u0023[group]"],
    ["a ##vso[task.setvariable variable=a]b", "a #\\u0023vso[task.setvariable variable=a]b"],
    ["##teamcity[publishArtifacts '/']", "#\\u0023teamcity[publishArtifacts '/']"],
  ])("has no command for it: %j", (text, shown) => {
    expect(runnerText(text, { GITHUB_ACTIONS: "true" })).toBe(shown);
    expect(shown.split(/[\r\n]/).some(isCommand)).toBe(false);
  });

  it.each(["a::b", "std::vec", " a ::b", "## [a]", "# a\n## b", "", ":", "a\n : b"])(
    "is the text itself if it has none: %j",
    (text) => {
      const shown = runnerText(text, { GITHUB_ACTIONS: "true" });
      expect(shown.replace(/\\u003a$/, ":")).toBe(text);
    },
  );

  it("is the same value in JSON", () => {
    const value = { text: "##[add-mask]x ::error::", "##vso[a]": "\\##[b]" };
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
      expect(JSON.parse(runnerText(text, { TF_BUILD: "True" }))).toEqual(value);
  });

  it("knows where a line began, over several writes", () => {
    const guard = createRunnerGuard();
    const texts = ["a", "::b\n", "  ", "\u001b[1m", "::c", "::d\n:", ":e"];
    expect(texts.map(guard).join("")).toBe("a::b\n  \u001b[1m\\u003a:c::d\n\\u003a:e");
  });

  it("is left alone where no runner reads it", () => {
    expect(runnerText("::error::x", { CI: "true", GITHUB_ACTIONS: "false" })).toBe("::error::x");
    expect([{ TF_BUILD: "True" }, { TEAMCITY_VERSION: "2026" }, {}].map(isRunnerLog)).toEqual([
      ...[true, true, false],
    ]);
  });
});
