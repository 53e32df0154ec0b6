import { describe, expect, it } from "vitest";
import { createRunnerGuard, runnerText } from "../../src/shared/runner-text.ts";

/** True if a runner of GitHub takes a line for a command, as its source does: both forms. */
const isCommand = (line: string) => line.trimStart().startsWith("::") || line.includes("##[");

/** A color, which some runners skip. */
const COLOR = new RegExp(`${"\u001b"}\\[[\\d;]*m`, "g");

/** True if a runner that skips colors takes a line for a command, in any of the forms. */
const hasCommand = (text: string) =>
  text
    .replaceAll(COLOR, "")
    .split(/[\r\n]/)
    .some((line) => isCommand(line) || /##(vso|teamcity)\[/.test(line));

/** The text before it was guarded. */
const plain = (shown: string) =>
  shown.replaceAll("\\u003a", ":").replaceAll("\\u0023", "#").replaceAll("\\u005b", "[");

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

  it.each([
    ["##", "[add-path]/tmp"],
    ["a #", "#[add-path]/tmp"],
    ["##", "vso[task.setvariable variable=a]b"],
    ["##team", "city[publishArtifacts '/']"],
    ["##", "vs", "o", "[a]"],
    ["#", "#", "[a]"],
    ["##", "#[a]##[b]"],
    ["\u001b", "[31m::error::x"],
    ["a\n \u001b[", "31m::error::x"],
    ["\u001b[3", "1;", "1m ", "::error::x"],
    ["\u001b[31m", "", ":", ":error::x"],
    ["x", "\r", "\u001b[0", "m::error::x"],
  ])("has no command that is cut over several writes: %j", (...texts) => {
    const shown = texts.map(createRunnerGuard()).join("");
    expect(hasCommand(shown)).toBe(false);
    expect(plain(shown)).toBe(texts.join(""));
  });

  it("has none however it is cut, and is the same text wherever it has none", () => {
    const text = "a##[b]\n \u001b[31m::c::##vso[d]\u001b[0m\r::e ###teamcity[f] ## [g]";
    const whole = createRunnerGuard()(text);
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const guard = createRunnerGuard();
        const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        const shown = parts.map(guard).join("");
        expect(hasCommand(shown)).toBe(false);
        expect(plain(shown)).toBe(plain(whole));
      }
    const guard = createRunnerGuard();
    expect(["a #", "# ", "[b]", "C#", "\n#", "vso[a]"].map(guard).join("")).toBe(
      "a ## [b]C#\n#vso[a]",
    );
  });

  it("is left alone where no runner reads it", () => {
    expect(runnerText("::error::x", { CI: "true", GITHUB_ACTIONS: "false" })).toBe("::error::x");
  });
});
