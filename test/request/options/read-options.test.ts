import { describe, expect, it } from "vitest";
import { withUnwrittenReport } from "../../../src/model/exit-code.ts";
import { MAX_PLAN_BYTES } from "../../../src/plan-file/read-plan.ts";
import {
  type OptionFault,
  readOptions,
  type WrittenOptions,
} from "../../../src/request/options/read-options.ts";

function valuesOf(command: "run" | "apply" | "runs", written: WrittenOptions) {
  const read = readOptions(command, written);
  if (read.kind === "faults") throw new Error(JSON.stringify(read.faults));
  return read.options;
}

function faultsOf(written: WrittenOptions): readonly OptionFault[] {
  const read = readOptions("run", written);
  return read.kind === "faults" ? read.faults : [];
}

describe("the options of a command", () => {
  it("have their defaults if none is given", () => {
    expect(valuesOf("run", {})).toEqual({
      root: undefined,
      quiet: false,
      verbose: false,
      color: "auto",
      policy: undefined,
      input: {},
      "inputs-file": undefined,
      format: "pretty",
      report: [],
      stat: false,
      pager: true,
      net: false,
      "ignore-space": false,
      full: false,
      "group-by": undefined,
      check: false,
      "exit-zero": false,
      cache: true,
      facts: "asked",
      why: false,
      since: undefined,
      files: undefined,
      "files-from": undefined,
      staged: false,
      "changed-lines": false,
      paths: [],
      exclude: [],
      shard: undefined,
      "shard-by": "path",
      "max-actions": 100_000,
      "max-matches": 1_000_000,
      "max-text": 2_000_000_000,
      "require-clean": false,
      trust: undefined,
      base: undefined,
      "allow-env": [],
      "allow-host": [],
      "allow-code": false,
      packages: [],
      record: undefined,
      replay: undefined,
      resume: undefined,
      pat: [],
      out: [],
      lang: undefined,
      timeout: undefined,
      "lock-timeout": 120_000,
    });
    expect(valuesOf("apply", {})).toMatchObject({
      verify: undefined,
      recipe: [],
      "max-plan-size": MAX_PLAN_BYTES,
    });
  });

  it("are read by their kind", () => {
    const written = {
      root: ["packages/a"],
      input: ["a=b=c", "d=e f", "__proto__=x"],
      report: ["json=out/a=b.json", "jsonl"],
      check: true,
      cache: false,
      "max-actions": ["5"],
      timeout: ["1.5m"],
    };
    expect(valuesOf("run", written)).toMatchObject({
      root: "packages/a",
      input: Object.fromEntries([
        ["a", "b=c"],
        ["d", "e f"],
        ["__proto__", "x"],
      ]),
      report: [
        { format: "json", path: "out/a=b.json" },
        { format: "jsonl", path: "sluice-report.jsonl" },
      ],
      check: true,
      cache: false,
      "max-actions": 5,
      "max-matches": 1_000_000,
      "max-text": 2_000_000_000,
      timeout: 90_000,
    });
    const others = { verify: false, recipe: ["a", "b"], "max-plan-size": ["1KB"] };
    expect(valuesOf("apply", others)).toMatchObject({
      verify: false,
      recipe: ["a", "b"],
      "max-plan-size": 1024,
    });
    expect(valuesOf("runs", { keep: ["0"], "older-than": ["2d"] })).toMatchObject({
      keep: 0,
      "older-than": 172_800_000,
      format: "pretty",
    });
  });

  it.each(["policy", "check"])(
    "refuse --no-%s, the negation of an option that has none",
    (name) => {
      expect(faultsOf({ [name]: false })).toEqual([
        { option: `no-${name}`, problem: "unknown option.", hint: `Leave --${name} out instead.` },
      ]);
    },
  );

  it.each<[what: string, written: WrittenOptions, problem: string, hint: string]>([
    ["a duration", { timeout: ["5x"] }, "invalid duration `5x`.", "Use a number and a unit"],
    ["a duration of nothing", { timeout: ["0s"] }, "invalid duration `0s`.", "such as 500ms"],
    [
      "a duration that no timer can wait",
      { timeout: ["597h"] },
      "invalid duration `597h`.",
      "Use at most 596h",
    ],
    ["a number", { "max-actions": ["0"] }, "invalid number `0`.", "whole number from 1"],
    ["a format", { format: ["jsno"] }, "unknown format `jsno`.", "Did you mean `json`?"],
    ["a report", { report: ["jsno=x"] }, "unknown format `jsno`.", "Did you mean `json`?"],
    ["two reports in one file", { report: ["json=x", "jsonl=x"] }, "two reports go to x.", "path"],
    ["a choice", { color: ["nevr"] }, "invalid value `nevr`.", "Did you mean `never`?"],
    ["an input without a value", { input: ["a"] }, "`a` has no value.", "--input name=value"],
    ["an input without a name", { input: ["ok=1", "=="] }, "`==` has no name.", "--input"],
    ["an input twice", { input: ["a=1", "a=2"] }, "`a` is given twice.", "once for each name"],
    ["a single option twice", { policy: ["a", "b"] }, "given twice.", "Use --policy once."],
    ["an empty value", { policy: [""] }, "the value is missing.", "Use --policy=FILE."],
    ["a flag with a value", { check: ["no"] }, "takes no value.", "Use --check alone"],
  ])("refuse %s that is wrong", (_what, written, problem, hint) => {
    expect(faultsOf(written)).toEqual([
      {
        option: Object.keys(written)[0],
        problem: expect.stringContaining(problem),
        hint: expect.stringContaining(hint),
      },
    ]);
  });

  it("report every problem", () => {
    const written = { timeout: ["5"], report: ["x"], input: ["y"] };
    expect(faultsOf(written).map(({ option }) => option)).toEqual(["input", "report", "timeout"]);
  });
});

describe("an output that was not written", () => {
  it.each([
    ["ok", 0, "failed", 1],
    ["held", 4, "failed", 1],
    ["stale", 3, "stale", 3],
  ] as const)("makes of %s (%i) %s (%i)", (outcome, exitCode, after, code) => {
    expect(withUnwrittenReport({ outcome, exitCode })).toEqual({ outcome: after, exitCode: code });
  });
});

describe("a shard", () => {
  const shardOf = (text: string) => {
    const read = readOptions("plan", { shard: [text] });
    if (read.kind === "options") return read.options.shard;
    return read.faults.map(({ problem, hint }) => `${problem} ${hint}`);
  };
  const FORM = "Use INDEX/TOTAL, such as 2/4, or auto.";

  it("is an index and a total, or that of the job", () => {
    expect(shardOf("1/1")).toEqual({ index: 1, total: 1 });
    expect(shardOf(" 1000/1000 ")).toEqual({ index: 1000, total: 1000 });
    expect(shardOf("auto")).toBe("auto");
  });

  it.each(["0/4", "5/4"])("is refused as %s, with its range", (text) => {
    const hint = "Use 1/4 to 4/4: the first shard is 1.";
    expect(shardOf(text)).toEqual([`\`${text}\` is none of 4 shards. ${hint}`]);
  });

  it.each(["1/0", "0/0", "1/1001"])("is refused as %s, with the range of the total", (text) => {
    const hint = "Use INDEX/TOTAL with a total from 1 to 1000, such as 2/4.";
    expect(shardOf(text)).toEqual([`\`${text}\` is not one of 1 to 1000 shards. ${hint}`]);
  });

  it.each(["x", "1", "/4", "1/", "-1/4", "1/4/4", "1.5/4", "0x1/4", "1/4294967297", "AUTO"])(
    "is refused as %s, with its form",
    (text) => {
      expect(shardOf(text)).toEqual([`invalid shard \`${text}\`. ${FORM}`]);
    },
  );
});
