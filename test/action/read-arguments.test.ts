import { describe, expect, test } from "vitest";
import { readArguments, splitArguments } from "../../src/action/read-arguments.ts";
import type { WrittenOptions } from "../../src/request/options/read-options.ts";

describe("readArguments", () => {
  test.each<[behaviour: string, text: string, written: WrittenOptions]>([
    ["no text means no options", "", {}],
    [
      "an option may be repeated, and a value may have `=` and blanks",
      `--input a=b=c --input 'd=e f'`,
      { input: ["a=b=c", "d=e f"] },
    ],
    [
      "a value may start with a dash behind `=`",
      "--input=-a=-b --inputs-file=-x",
      { input: ["-a=-b"], "inputs-file": ["-x"] },
    ],
    ["flags are true", "--check --exit-zero", { check: true, "exit-zero": true }],
    ["a switch can be turned on and off", "--no-cache", { cache: false }],
    ["a flag with a value keeps it, to be refused", "--check=no", { check: ["no"] }],
    ["an option without its value keeps that", "--report --timeout=", { report: [""] }],
  ])("%s", (_behaviour, text, written) => {
    const read = readArguments(text, "run");
    expect(read).toEqual({ written: expect.objectContaining(written), problems: [] });
  });

  test.each<[what: string, text: string, told: (string | RegExp)[]]>([
    ["an unknown option", "--chekc", [/unknown option `--chekc`.*Did you mean `--check`/]],
    ["an unknown option and its value are one problem", "--inptu a=b", [/option `--inptu`/]],
    [
      "an option that is an input here",
      "--policy safe --root=x -o plan.json --output=plan.json",
      [
        /`--policy` cannot be used here. Use the input `policy`/,
        /`--root` .*`working-directory`/,
        /`-o` .*`plan`/,
        /`--output` .*`plan`/,
      ],
    ],
    [
      "an option that makes no sense in a job",
      "--format json --resume 2026 --color=never",
      [
        /`--format` cannot be used here. The log is `pretty`.*--report FORMAT=PATH/,
        /`--resume` .*Use --record and --replay/,
        /`--color` .*`NO_COLOR`/,
      ],
    ],
    ["an option of another command", "--prune", [/unknown option `--prune`/]],
    ["a short option", "-q", [/unknown option `-q`/]],
    ["an argument that is no option", "swap", [/`swap` is not an option.*`recipes`.*`plan`/]],
    ["a bare `--`", "-- --check", [/`--` has nothing/, /`--check` is not an option/]],
    ["an open quote", "--input 'a=b", [/never closed/]],
  ])("%s is refused", (_what, text, told) => {
    const lines = readArguments(text, "run").problems.map(
      ({ message, hint = "" }) => `${message} ${hint}`,
    );
    expect(lines).toEqual(told.map((line) => expect.stringMatching(line)));
  });
});

describe("splitArguments", () => {
  test.each<[behaviour: string, text: string, words: string[]]>([
    ["an empty text has no words", "", []],
    ["blanks, tabs and line ends separate", " a\tb\r\nc\n\n d ", ["a", "b", "c", "d"]],
    ["single quotes are literal", `'a b' '\\n' '"'`, ["a b", "\\n", '"']],
    ["double quotes keep blanks", '"a  b"', ["a  b"]],
    ["double quotes know four escapes", '"\\" \\\\ \\$ \\`"', ['" \\ $ `']],
    ["another backslash in double quotes is itself", '"C:\\new"', ["C:\\new"]],
    ["a backslash quotes the next character", "a\\ b \\'c\\\"", ["a b", "'c\""]],
    [
      "a backslash before a line end joins lines",
      'a \\\n b c\\\r\nd "e\\\nf"',
      ["a", "b", "cd", "ef"],
    ],
    ["pieces without a blank between are one word", `--input=x='a b'"c"d`, ["--input=x=a bcd"]],
    ["empty quotes are an empty word", `'' "" a`, ["", "", "a"]],
    [
      "nothing is expanded",
      "$HOME $(id) `id` * ~ # a;b|c >d",
      "$HOME $(id) `id` * ~ # a;b|c >d".split(" "),
    ],
    ["text beyond ASCII stays whole", "é '日 本' 🙂", ["é", "日 本", "🙂"]],
  ])("%s", (_behaviour, text, words) => {
    expect(splitArguments(text)).toEqual({ kind: "words", words });
  });

  test.each([
    ["a single quote that is left open", "a 'b"],
    ["a double quote that is left open", 'a "b'],
    ["a double quote whose end is escaped", '"a\\"'],
    ["a backslash at the end", "a \\"],
  ])("%s is a problem", (_what, text) => {
    expect(splitArguments(text)).toMatchObject({ kind: "problem" });
  });
});
