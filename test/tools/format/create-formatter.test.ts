import { describe, expect, it } from "vitest";
import type { FormatParams } from "../../../src/model/recipe/format-params.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import { createFormatter } from "../../../src/tools/format/create-formatter.ts";
import type { FormatAnswer, TextOfFile } from "../../../src/tools/format/formatter-shapes.ts";
import { tinyFormat } from "../../support/tiny-formatter.ts";

const PARAMS: FormatParams = {
  ...{ run: ["tiny"], input: "stdin", paths: ["**"], env: [], ok: [0], link: [] },
  ...{ timeout: 1000, place: { path: "recipe.yaml" } },
};

/** A formatter with these answers, and the texts that it was asked for. */
function formatterOf(
  answer: (text: string) => string | Error,
  {
    formatters = [PARAMS],
    hasMoreErrors = false,
  }: { formatters?: FormatParams[]; hasMoreErrors?: boolean } = {},
) {
  const asked: TextOfFile[] = [];
  let open = 0;
  const formatter = createFormatter({
    formatters,
    memory: new Map(),
    changedCode: () => undefined,
    hasMoreErrors: async () => hasMoreErrors,
    async open() {
      open += 1;
      return {
        async run(texts) {
          asked.push(...texts);
          return texts.map(({ text }): FormatAnswer => {
            const made = answer(text);
            return typeof made === "string"
              ? { kind: "done", text: made }
              : { kind: "failed", message: made.message };
          });
        },
        async close() {
          open -= 1;
        },
      };
    },
  });
  const format = (path: string, before: string | undefined, after: string) =>
    formatter.format([{ path, before, after }]).then(([outcome]) => outcome);
  return { formatter, format, asked, isOpen: () => open > 0 };
}

describe("a formatter", () => {
  it("is asked once for a formatted file, and never twice for one text", async () => {
    const { format, asked, isOpen } = formatterOf(tinyFormat);
    expect(await format("a.ts", "a = 1\n", "a =   2\n")).toEqual({ kind: "done", text: "a = 2\n" });
    await format("a.ts", "a = 1\n", "a =   2\n");
    expect([asked.length, isOpen()]).toEqual([1, false]);
    expect(await format("a.ts", "a =   2\n", "a =   2\n")).toMatchObject({ text: "a =   2\n" });
    expect(await format("b.ts", undefined, "\n")).toMatchObject({ text: "\n" });
    expect(asked).toHaveLength(1);
  });

  it("may change lines far from the step in a file that was formatted, and not in another one", async () => {
    // As a table whose columns are as wide as their widest cell.
    const align = (text: string) => {
      const rows = text.split("\n\n").map((row) => row.replaceAll("|", "").trim().split(/ +/));
      const width = Math.max(...rows.map(([name = ""]) => name.length));
      return `${rows.map(([name = "", ...cells]) => [name.padEnd(width, "|"), ...cells].join(" ")).join("\n\n")}\n`;
    };
    const { format } = formatterOf(align);
    const done = (text: string) => ({ kind: "done", text });
    const [a, b, c] = ["a| 1 2 3 4 5", "bb 1 2 3 4 5", "c| 1 2 3 4 5"];
    expect(await format("a", `${a}\n\n${b}\n`, `${a}\n\nb${b}\n`)).toEqual(
      done(`${a.replace("|", "||")}\n\nb${b}\n`),
    );
    const left = "it was not formatted before, and what the step changed cannot be formatted alone";
    const odd = `${c.replace("3 4", "3  4")}\n`;
    expect(
      await format("a", `${a}\n\n${b}\n\n${odd}`, `${a}\n\nb${b.replace("1", "  1")}\n\n${odd}`),
    ).toEqual(done(`${a}\n\nb${b}\n\n${odd}`));
    const refuses = formatterOf((text) =>
      text.includes("b = 20\n") ? new Error("no") : tinyFormat(text),
    );
    expect(await refuses.format("a", "a   = 1\nb  = 2\n", "a   = 1\nb  = 20\n")).toEqual({
      ...done("a   = 1\nb  = 20\n"),
      left,
    });
  });

  it("never changes meaning by indenting one line of a block", async () => {
    const python = (text: string) => {
      const depths = text.match(/^ *(?=\S)/gm)?.map(({ length }) => length) ?? [];
      const steps = [...new Set(depths)].sort((a, b) => a - b);
      return text
        .replace(/^ *(?=\S)/gm, (all) => " ".repeat(4 * steps.indexOf(all.length)))
        .replace(/ = +/g, " = ");
    };
    const before = "for i in x:\n  if i:\n    foo()\n  bar =   1\n";
    const { format } = formatterOf(python);
    expect(await format("a.py", before, before.replace("bar =   1", "baz =   1"))).toEqual({
      kind: "done",
      text: "for i in x:\n  if i:\n    foo()\n  baz = 1\n",
    });
  });

  it("keeps the line ends and the byte order mark of a file", async () => {
    const { format } = formatterOf((text) => tinyFormat(text.replace(/^\uFEFF/, "")));
    expect(await format("a.ts", "\uFEFFa = 1\r\nb = 1\r\n", "\uFEFFa =  2\r\nb = 1\r\n")).toEqual({
      kind: "done",
      text: "\uFEFFa = 2\r\nb = 1\r\n",
    });
  });

  it("keeps the text of the step if its own has more syntax errors", async () => {
    const { format } = formatterOf(() => "a = (\n", { hasMoreErrors: true });
    const left = "the result of the formatter has syntax errors";
    expect(await format("a.ts", "a\n", "b\n")).toEqual({ kind: "done", text: "b\n", left });
  });

  it("fails for its file alone, and altogether if it fails for all alike", async () => {
    const { formatter } = formatterOf((text) =>
      text.includes("bad") ? new Error("no thanks") : "ok\n",
    );
    const changes = ["bad\n", "good\n", "bad 2\n"].map((after, index) => {
      return { path: `${index}.ts`, before: undefined, after };
    });
    const outcomes = await formatter.format(changes);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "done", "failed"]);
    const all = formatterOf(() => new Error("no thanks")).formatter.format(changes);
    await expect(all).rejects.toThrow(new ToolError("No thanks, for all 3 files."));
  });

  it("is the first whose paths have a file", async () => {
    const formatters = ["*.ts", "**/*.{ts,py}"].map((path, index) => {
      return { ...PARAMS, run: [`tiny${index}`], paths: [path] };
    });
    const { formatter, asked } = formatterOf(tinyFormat, { formatters });
    const changes = ["a.py", "a.ts", "a.md"].map((path) => ({
      path,
      before: undefined,
      after: "a  b\n",
    }));
    const outcomes = await formatter.format(changes);
    expect(asked.map(({ path }) => path)).toEqual(["a.ts", "a.py"]);
    expect(outcomes.map((one) => one.kind === "done" && one.text)).toEqual([
      "a b\n",
      "a b\n",
      "a  b\n",
    ]);
  });
});
