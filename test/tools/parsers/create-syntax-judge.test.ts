import { expect, it } from "vitest";
import type { ParserParams } from "../../../src/model/recipe/parser-params.ts";
import { createSyntaxJudge } from "../../../src/tools/parsers/create-syntax-judge.ts";
import type { ParserVerdict } from "../../../src/tools/parsers/run-parser.ts";

function parser(language: string, program: string): ParserParams {
  return { language, run: [program], env: [], ok: [0], timeout: 1, place: { path: "r.yaml" } };
}

/** A judge by a parser that says what a text says of itself; with what it parsed and told. */
function judgeOf(parsers = [parser("py", "one")], changed?: string) {
  const parsed: string[] = [];
  const told: string[] = [];
  let open = 0;
  const judge = createSyntaxJudge({
    parsers,
    memory: new Map(),
    changedCode: () => changed,
    open() {
      open += 1;
      return {
        async run(text, { run: [program] }): Promise<ParserVerdict> {
          parsed.push(`${program}: ${text}`);
          if (text.startsWith("?")) return { kind: "unknown", why: `It said ${text}` };
          return { kind: text.startsWith("!") ? "bad" : "good" };
        },
        async close() {
          open -= 1;
        },
      };
    },
    onUnknown: (why, paths) => told.push(`${paths.join(" ")}: ${why}`),
  });
  const one = async (before: string | undefined, after: string, language = "python") => {
    const [judged] = await judge([{ path: "a.py", language, before, after }]);
    return judged;
  };
  return { judge, one, parsed, told, isOpen: () => open > 0 };
}

it("parses only the result if it is good, and each text once", async () => {
  const { one, parsed, told, isOpen } = judgeOf();
  expect([await one("a", "b"), await one("!c", "b"), await one("a", "!b")]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await one(undefined, "!b")).toBe(true);
  expect({ parsed, told, isOpen: isOpen() }).toEqual({
    parsed: ["one: b", "one: !b", "one: a"],
    told: [],
    isOpen: false,
  });
});

it("does not know errors if the text before has some, or if the parser failed, and tells why once", async () => {
  const { judge, told } = judgeOf();
  const change = (path: string, before: string, after: string) => {
    return { path, language: "python", before, after };
  };
  const changes = [
    change("a.py", "!a", "!b"),
    change("b.py", "a", "?"),
    change("c.py", "?", "!c"),
    change("d.py", "!d", "!e"),
    change("e.py", "a", "b"),
  ];
  expect(await judge(changes)).toEqual([undefined, undefined, undefined, undefined, false]);
  expect(told).toEqual([
    "a.py d.py: The parser of py, `one`, refuses the text before, too.",
    "b.py c.py: It said ?",
  ]);
});

it("lets the first parser of a language judge, and starts none whose files the run has changed", async () => {
  const { one, parsed } = judgeOf([parser("python", "one"), parser("py", "two")]);
  expect(await one("a", "b")).toBe(false);
  expect(await one("a", "b", "go")).toBeUndefined();
  expect(parsed).toEqual(["one: b"]);
  const changed = judgeOf([parser("python", "one")], "parse.py");
  expect(await changed.one("a", "b")).toBeUndefined();
  expect([changed.parsed, changed.told.join()]).toEqual([
    [],
    expect.stringContaining("names parse.py, which is not as it was before the first step"),
  ]);
});
