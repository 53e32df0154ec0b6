import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, cliReport } from "../support/run-cli.ts";
import { readText, snapshot, tempTree } from "../support/temp-tree.ts";

const TREE = {
  "src/a.ts": "f(1);\n",
  "src/b.css": "f(1)\n",
  "src/b.js": "f(1)\n",
  "app/[id]/page.ts": "f(2);\n",
  "other.ts": "f(3);\n",
};

/** The files that a preview would change, relative to the root. */
async function changed(root: string, words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, report } = await cliReport(root, ["preview", ...words]);
  expect({ exitCode, diagnostics: report.diagnostics }).toEqual({ exitCode: 0, diagnostics: [] });
  return report.actions.flatMap(({ files }) => files.map(({ path }) => path));
}

const PAIR = ["-p", "f($A)", "-r", "g($A)"];

describe("a recipe in one line", () => {
  it.each<[words: string[], files: string[]]>([
    [
      [...PAIR, "-l", "ts"],
      ["app/[id]/page.ts", "other.ts", "src/a.ts"],
    ],
    [[...PAIR, "-l", "ts", "src"], ["src/a.ts"]],
    [
      [...PAIR, "src/"],
      ["src/a.ts", "src/b.js"],
    ],
    [
      [...PAIR, "-l", "ts", "."],
      ["app/[id]/page.ts", "other.ts", "src/a.ts"],
    ],
    [
      [...PAIR, "-l", "ts", "app/[id]/page.ts", "./other.ts"],
      ["app/[id]/page.ts", "other.ts"],
    ],
    [["src/**/*.ts", ...PAIR], ["src/a.ts"]],
    [["--pat", "f($A)", "--out", "g($A)", "--lang", "js"], ["src/b.js"]],
    [["--pattern", "f($A)", "--rewrite", "g($A)", "--lang=ts", "other.ts"], ["other.ts"]],
    [[...PAIR, "-l", "ts", "--files", "src/a.ts"], ["src/a.ts"]],
    [[...PAIR, "-l", "ts", "src", "--exclude", "src/a.ts"], []],
  ])("preview %j takes the words as paths", async (words, files) => {
    expect(await changed(tempTree(TREE), words)).toEqual(files);
  });

  it("takes paths from the working directory, and the root from --root", async () => {
    const root = tempTree(TREE);
    const words = [...PAIR, "-l", "ts", "--root", ".."];
    expect(await changed(join(root, "src"), [...words, "."])).toEqual(["src/a.ts"]);
    expect(await changed(join(root, "src"), [...words, "../other.ts"])).toEqual(["other.ts"]);
  });

  it("L4 writes parentheses with --parens auto, and needs --pat for it", async () => {
    const root = tempTree({ "a.ts": "x = !f(1);\n" });
    const words = ["-p", "f($A)", "-r", "$A === 2", "--parens"];
    const run = (parens: string) => cli(root, ["run", ...words, parens, "--policy", "safe"]);
    expect((await run("off")).exitCode).toBe(4);
    expect(readText(root, "a.ts")).toBe("x = !f(1);\n");
    expect((await run("auto")).exitCode).toBe(0);
    expect(readText(root, "a.ts")).toBe("x = !(1 === 2);\n");
    const { exitCode, stderr } = await cli(root, ["preview", "--parens", "auto"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
    expect(stderr).toContain("--parens needs --pat.");
  });

  it("has its pairs in order, on the same matches", async () => {
    const root = tempTree({ "a.ts": "f(1);\nh(2);\nx(3);\n" });
    const words = [
      "-p",
      "f($A)",
      "-r",
      "h($A)",
      "-p",
      "h($A)",
      "-r",
      "i($A)",
      "-p",
      "x($A);",
      "-r",
      "",
    ];
    const { exitCode } = await cli(root, ["run", ...words, "-l", "ts", "--policy", "apply-all"]);
    expect({ exitCode, text: readText(root, "a.ts") }).toEqual({
      exitCode: 0,
      text: "h(1);\ni(2);\n\n",
    });
  });

  it("has code that looks like YAML, an expression or an option, as it is", async () => {
    const root = tempTree({ "a.js": "f(`${{ github }}`);\n", "b.ts": 'f("a: #b", -1);\n' });
    const expression = ["-p", "f(`${{ github }}`)", "-r", "g(`${{ github }}`)", "-l", "js"];
    expect(await changed(root, expression)).toEqual(["a.js"]);
    expect(await changed(root, ["-p", '"a: #b"', "--out=-'}'", "-l", "ts"])).toEqual(["b.ts"]);
  });

  it("needs a policy to write, as every run", async () => {
    const root = tempTree(TREE);
    const { exitCode, stderr } = await cli(root, ["run", ...PAIR, "-l", "ts"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("`run` needs a policy, and there is none.");
    expect(snapshot(root)).toEqual(snapshot(tempTree(TREE)));
  });

  it("is searched for by preview if it has no replacement", async () => {
    const root = tempTree(TREE);
    const { exitCode, stdout } = await cli(root, ["preview", "-p", "f($A)", "-l", "ts", "src"]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("  src/a.ts:1:1: f(1)\n  1 match in 1 file.\n");
  });

  it("is known to policies and reports as `inline`", async () => {
    const { report } = await cliReport(tempTree(TREE), ["preview", ...PAIR, "-l", "ts", "src"]);
    expect(report.actions.map(({ recipe }) => recipe)).toEqual(["inline"]);
    expect(report.sources).toMatchObject([{ path: "<command line>", origin: "caller" }]);
  });

  it("is in its plan, which is derived again and applied elsewhere", async () => {
    const root = tempTree(TREE);
    const words = ["plan", ...PAIR, "-l", "ts", "src", "--policy", "apply-all", "-o", "plan.json"];
    expect((await cli(root, words)).exitCode).toBe(0);
    const other = tempTree({ ...TREE, "plan.json": readText(root, "plan.json") });
    const { exitCode, stderr } = await cli(other, ["apply", "plan.json", "--verify"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(readText(other, "src/a.ts")).toBe("g(1);\n");
    expect(readText(other, "other.ts")).toBe("f(3);\n");
  });
});

describe("a recipe in one line that means nothing", () => {
  it.each<[line: string, told: string]>([
    ["run -p f($A) -l ts", "--pat needs --out in `run`."],
    ["run -r x src", "--out needs --pat."],
    ["preview -l ts src", "--lang needs --pat."],
    ["run -p a -r b -p c", "2 --pat and 1 --out do not make pairs."],
    ["preview -p a -r b -r c", "1 --pat and 2 --out do not make pairs."],
    ["preview -p a -r b ../x", "The path `../x` lies outside of the root."],
    ["preview -p a -r b -", "`-` has no meaning beside --pat, where words are paths."],
    ["preview -p a --pattern b -r c", "--pat and --pattern are the same."],
    ["preview -p a -r b -l ts -l py", "--lang: given twice."],
    ["preview src -r", "--out: the value is missing."],
    ["apply plan.json -p a", "Unknown option or argument: p"],
  ])("sluice %s: is refused with words", async (line, told) => {
    const { exitCode, stderr } = await cli(tempTree(TREE), line.split(" "));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`sluice: ${told}\n`);
  });

  it.each<[words: string[], told: string]>([
    [["-p", "", "-r", "x"], "--pat: the value is missing."],
    [[...PAIR, ""], "A path is empty."],
    [["-p", "  ", "-r", "x"], "`steps[0].ast_edit.ops[0].pat` must not be empty."],
    [
      ["-p", "f($A", "-r", "x", "-l", "ts"],
      '> 7 |         - pat: "f($A"\n    |                ^\n',
    ],
    [
      ["-p", "f($A)", "-r", "$B", "-l", "ts"],
      "`$B` is used in out, but the pattern does not bind it",
    ],
    [["-p", "f($A", "-l", "ts"], '> 6 |       pat: "f($A"\n    |       ^\n'],
    [["-p", "f($A)", "-l", "typescrpt"], "hint: Did you mean `typescript`?"],
    [[...PAIR, "-l", "typescrpt"], "hint: Did you mean `typescript`?"],
    [[...PAIR, "nothing.ts"], "There is no file or folder `nothing.ts`."],
    [[...PAIR, "!src"], "begins with `!`"],
  ])("preview %j is refused with words", async (words, told) => {
    const { exitCode, stderr } = await cli(tempTree(TREE), ["preview", ...words]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(told);
  });
});
