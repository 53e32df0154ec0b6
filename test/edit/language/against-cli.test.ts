import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languageOfPath } from "../../../src/edit/language/language.ts";
import type { Strictness } from "../../../src/model/edit.ts";
import { updateWithCli, withLineEndsOf } from "../../support/ast-grep-cli.ts";
import { planFile } from "../../support/plan-file.ts";
import { compiled } from "../compile/compiled.ts";

interface Pair {
  readonly pat: string;
  readonly out: string;
  readonly selector?: string;
  readonly strictness?: Strictness;
}

/** A folder of files, with their texts before any edit. */
interface Corpus {
  readonly folder: string;
  readonly texts: ReadonlyMap<string, string>;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function makeCorpus(fill: (folder: string) => void, isWanted = isSource): Corpus {
  const folder = mkdtempSync(path.join(tmpdir(), "sluice-against-cli-"));
  folders.push(folder);
  fill(folder);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = names.filter(isWanted).sort();
  return {
    folder,
    texts: new Map(sources.map((name) => [name, readFileSync(path.join(folder, name), "utf8")])),
  };
}

function isSource(name: string): boolean {
  return languageOfPath(name) !== undefined;
}

/** Edits the corpus with both, restores it and compares every file. Returns the number of files that changed. */
function compare({ folder, texts }: Corpus, pair: Pair): number {
  updateWithCli(folder, pair);
  const byCli = new Map<string, string>();
  for (const [name, before] of texts) {
    byCli.set(name, readFileSync(path.join(folder, name), "utf8"));
    if (byCli.get(name) !== before) writeFileSync(path.join(folder, name), before);
  }
  let changed = 0;
  for (const [name, before] of texts) {
    const language = languageOfPath(name) ?? "typescript";
    const ops = [compiled(pair, language)];
    const plan = planFile(before, language, ops, { editDespiteErrors: false });
    if (plan.kind === "syntax-errors") continue; // A8: differs from the CLI on purpose.
    // On lines that tabs indent, and in line ends, Sluice follows the file instead.
    if (!name.startsWith("tabs."))
      expect(plan.kind === "edited" ? plan.text : before, name).toBe(
        withLineEndsOf(before, byCli.get(name) ?? ""),
      );
    if (plan.kind === "edited") changed += 1;
  }
  return changed;
}

const oddTexts: Readonly<Record<string, string>> = {
  "crlf.ts": "\r\n\r\nfoo(\r\n  a,\r\n    b /* c */, // d\r\n  [\r\n    1\r\n  ]\r\n)\r\n",
  "bom.ts": "\uFEFFfoo(1, {\n  a: 2,\n})\nfoo(2, 3)",
  "bom-blank.ts": "\uFEFF\n\n  foo(1, {\n    a: 2,\n  })",
  "blank-lines.ts": "\n\n\n   foo(\n     a,\n     b)\n\n\n",
  "no-newline.ts": "x; foo(a, b)",
  "emoji.ts": 'const 名 = "😀😀"; if (a) {\n  foo("😀", `é\n   ü ${foo(1, 2)}`)\n  }',
  "tabs.ts": "if (a) {\n\tfoo(\n\t\ta,\n\t\tb,\n\t)\n \t foo(a, {\n  b\n})\n}",
  "shallow.ts": "if (a) {\n        foo(a, function () {\n   x\n\n  y\n})\n}",
  "deep-in-line.ts": `      ${"a; ".repeat(168)}foo(a, {\n   b,\n})`,
  "too-deep-in-line.ts": `\n      ${"a; ".repeat(169)}foo(a, {\n   b,\n})`,
  "limit-of-first-line.ts": `    ${"x".repeat(506)}; foo(a, {\n      b,\n})`,
  "wide-letters.ts": `\n    "${"é".repeat(250)}"; foo(a, {\n      b,\n})`,
  "too-many-wide-letters.ts": `\n    "${"é".repeat(253)}"; foo(a, {\n      b,\n})`,
  "too-many-emoji.ts": `\n    "${"😀".repeat(127)}"; foo(a, {\n      b,\n})`,
  "nested.ts": "foo(foo(1, 2), foo(\n  3,\n  foo(4, 5)\n)); foo(6, 7);foo(8, 9)",
  "view.tsx": [
    "export const View = () => (",
    '  <div className="a">',
    "      <Button onClick={() => foo(1, 2)} {...rest}>",
    "        text {value}",
    "    other",
    "      </Button>",
    "    <Button>  one  </Button>",
    "  </div>",
    ")",
  ].join("\n"),
  "style.css": [
    "@media (min-width: 1px) {",
    "  .a > b, #c { color: red; margin: 0 auto }",
    "    .b:hover {",
    "      color: blue;",
    "      background: url(x.png), var(--y);",
    "    }",
    "}",
  ].join("\r\n"),
  "page.html": [
    "<!doctype html>",
    "<body>",
    '    <p class="a">one <b>two</b></p>',
    "  <p>",
    "      <b>three",
    "      four</b>",
    "    </p><br>",
    '  <img src="x.png" alt="">',
    "</body>",
  ].join("\n"),
};

describe("over odd texts, planFile writes what ast-grep run -U writes (A16, A23, G4)", () => {
  let corpus: Corpus;
  beforeAll(() => {
    corpus = makeCorpus((folder) => {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of Object.entries(oddTexts))
        writeFileSync(path.join(folder, name), text);
    });
  });

  function only(corpus: Corpus, extension: string): Corpus {
    const texts = [...corpus.texts].filter(([name]) => name.endsWith(extension));
    return { folder: corpus.folder, texts: new Map(texts) };
  }

  test.each<Pair & { readonly files: number; readonly extension: string }>([
    { extension: ".ts", pat: "foo($A, $B)", out: "bar(\n  $B,\n    $A\n)", files: 14 },
    { extension: ".ts", pat: "foo($$$A)", out: "$$$A", files: 15 },
    { extension: ".ts", pat: "foo($$$A)", out: "if (x) {\n\n    $$$A\n  }\n", files: 15 },
    { extension: ".ts", pat: "foo($$$A)", out: "", files: 15 },
    { extension: ".ts", pat: "foo($A, $$$B)", out: `${"z".repeat(510)}\n  $A$$$B`, files: 15 },
    { extension: ".ts", pat: "if ($A) { $$$B }", out: "$$$B", files: 3 },
    { extension: ".tsx", pat: "<Button>$$$A</Button>", out: "<B>$$$A</B>", files: 1 },
    { extension: ".tsx", pat: "<Button $$$P>$$$A</Button>", out: "<B $$$P>$$$A</B>", files: 1 },
    { extension: ".tsx", pat: "<$T $$$P>$$$A</$T>", out: "<>\n  $$$A\n</>", files: 1 },
    { extension: ".css", pat: "color: $A;", out: "background: $A;", files: 1 },
    { extension: ".css", pat: "$A { $$$B }", out: ".x $A {\n  $$$B\n}", files: 1 },
    { extension: ".css", pat: "$A: blue;", out: "$A: green; $A: red;", files: 1 },
    { extension: ".css", pat: ".b:$A", out: ".c:$A", files: 1 },
    {
      extension: ".css",
      pat: "a { b: var($A) }",
      selector: "call_expression",
      out: "$A",
      files: 1,
    },
    { extension: ".html", pat: "<b>$$$A</b>", out: "<strong>\n  $$$A\n</strong>", files: 1 },
    { extension: ".html", pat: '<$T class="$C">$$$A</$T>', out: '<$T id="$C">$$$A</$T>', files: 1 },
    { extension: ".html", pat: "<p>$$$A</p>", out: "$$$A", files: 1 },
    { extension: ".html", pat: '<img src="$S" alt="">', out: "<img src=$S>", files: 1 },
  ])("$extension: $pat → $out", ({ files, extension, ...pair }) => {
    // The CLI would take the patterns of one language for another one in the same folder as well.
    const part = only(corpus, extension);
    const rest = [...corpus.texts].filter(([name]) => !part.texts.has(name));
    try {
      expect(compare(part, pair)).toBe(files);
    } finally {
      for (const [name, text] of rest) writeFileSync(path.join(corpus.folder, name), text);
    }
  });

  test("A8 the one difference on purpose: a file with syntax errors is edited only if that is allowed", () => {
    const pair = { pat: "foo($A)", out: "bar($A)" };
    const broken = "foo(1);\nif (\n  foo(2)\nclass { \n";
    const single = makeCorpus((folder) => writeFileSync(path.join(folder, "broken.ts"), broken));
    updateWithCli(single.folder, pair);
    const byCli = readFileSync(path.join(single.folder, "broken.ts"), "utf8");
    const ops = [compiled(pair)];
    const forced = planFile(broken, "typescript", ops, { editDespiteErrors: true });
    expect(forced).toMatchObject({ kind: "edited", text: byCli });
    expect(byCli).not.toBe(broken);
    const kept = planFile(broken, "typescript", ops, { editDespiteErrors: false });
    expect(kept.kind).toBe("syntax-errors");
  });
});
