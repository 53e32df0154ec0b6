import { describe, expect, test } from "vitest";
import { readOptions } from "../../src/action/read-options.ts";

const NONE = {
  inputs: {},
  check: false,
  exitZero: false,
  cache: true,
  allowCustomTools: false,
  lockTimeout: 120_000,
  requireClean: false,
  reports: [],
};

describe("readOptions", () => {
  test.each<[behaviour: string, text: string, options: object]>([
    ["no text means no options", "", NONE],
    [
      "inputs are pairs, and a value may have `=` and blanks",
      `--input a=b=c --input 'd=e f'`,
      { ...NONE, inputs: { a: "b=c", d: "e f" } },
    ],
    [
      "a clean tree may be asked for, and a bound on actions be given",
      "--require-clean --max-actions 5",
      { ...NONE, requireClean: true, maxActions: 5 },
    ],
    [
      "an input may be named as anything that an object has",
      "--input __proto__=x --input toString=y",
      {
        ...NONE,
        inputs: Object.fromEntries([
          ["__proto__", "x"],
          ["toString", "y"],
        ]),
      },
    ],
    [
      "a value may start with a dash behind `=`",
      "--input=-a=-b --inputs-file=-x",
      { ...NONE, inputs: { "-a": "-b" }, inputsFile: "-x" },
    ],
    ["flags are set", "--check --exit-zero", { ...NONE, check: true, exitZero: true }],
    ["a duration is in milliseconds", "--timeout 1.5m", { ...NONE, timeout: 90_000 }],
    [
      "the last of two single options counts",
      "--timeout 1s --timeout 2s --inputs-file a --inputs-file b",
      { ...NONE, timeout: 2000, inputsFile: "b" },
    ],
    [
      "reports have a path of their own or the usual one",
      "--report json=out/a=b.json --report jsonl",
      {
        ...NONE,
        reports: [
          { format: "json", path: "out/a=b.json" },
          { format: "jsonl", path: "sluice-report.jsonl" },
        ],
      },
    ],
  ])("%s", (_behaviour, text, value) => {
    expect(readOptions(text)).toEqual({ kind: "value", value });
  });

  test.each<[what: string, text: string, told: (string | RegExp)[]]>([
    ["an unknown option", "--chekc", [/no option `--chekc`.*Did you mean `check`/]],
    ["an unknown option and its value are one problem", "--inptu a=b", [/no option `--inptu`/]],
    [
      "an option that is an input here",
      "--policy safe --root=x",
      [/--policy.*Use the input `policy`/, /--root.*`working-directory`/],
    ],
    ["a short option", "-q", [/no option `-q`/]],
    ["an argument that is no option", "swap", [/`swap` is no option.*`recipes`/]],
    ["a bare `--`", "-- --check", [/`--` has nothing/, /`--check` is no option/]],
    ["an option without its value", "--report --check", [/--report needs a value/]],
    ["a flag with a value", "--check=no", [/--check takes no value/]],
    ["inputs without a name", "--input ok=1 --input ==", [/--input: `==` has no name/]],
    ["an input that is given twice", "--input a=1 --input a=2", [/`a` is given twice/]],
    ["a format that does not exist", "--report jsno", [/no format `jsno`.*`json`/]],
    ["two reports in one file", "--report json=x --report jsonl=x", [/two reports go to x/]],
    ["a duration without a unit", "--timeout 5", [/--timeout: `5` is no duration/]],
    ["a duration of nothing", "--timeout 0s", [/`0s`/]],
    ["a duration that no timer can wait for", "--timeout 1000h", [/`1000h`/]],
    [
      "a wrong value of each option",
      "--timeout 5 --report x --input y",
      [/--input: `y`/, /--report: .*`x`/, /--timeout: `5`/],
    ],
    ["an open quote", "--input 'a=b", [/never closed/]],
  ])("%s is told", (_what, text, told) => {
    const reading = readOptions(text);
    const problems = reading.kind === "problems" ? reading.problems : [];
    const lines = problems.map(({ message, hint = "" }) => `${message} ${hint}`);
    expect(lines).toEqual(told.map((line) => expect.stringMatching(line)));
  });
});
