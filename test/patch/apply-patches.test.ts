import { describe, expect, it } from "vitest";
import { applyPatches } from "../../src/patch/apply-patches.ts";
import type { Patched } from "../../src/patch/patched.ts";
import { readPatch } from "../../src/patch/read-patch.ts";
import { blobIdOf } from "../../src/shared/blob-id.ts";

const FILES = {
  "src/a.ts": "one\ntwo\nthree\nfour\nfive\n",
  "crlf.txt": "one\r\ntwo\r\n",
  "end.txt": "one\ntwo",
  "twice.ts": "x();\ny();\nx();\n",
  "wide.ts": 'const s = "äö😀";\nnext();\n',
};

async function apply(
  text: string,
  files: Readonly<Record<string, string>> = FILES,
): Promise<Patched | { readonly fault: string; readonly line?: number }> {
  const read = readPatch(text);
  if ("fault" in read) return read;
  return applyPatches(read, async (path) => {
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    return text === undefined ? undefined : { text, mode: "100644" };
  });
}

/** The texts that a proposal comes to; `null` for a deleted file. */
async function texts(text: string, files?: Readonly<Record<string, string>>) {
  const patched = await apply(text, files);
  if ("fault" in patched) return patched;
  if (patched.refused.length > 0)
    return patched.refused.map(({ path, fault, line }) => `${path}:${line} ${fault}`);
  return Object.fromEntries(patched.files.map(({ path, after }) => [path, after ?? null]));
}

const head = (path: string) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
const TWO = "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";

describe("diffs (V1)", () => {
  it("are applied where they say", async () => {
    expect(await texts(head("src/a.ts") + TWO)).toEqual({
      "src/a.ts": "one\nTWO\nthree\nfour\nfive\n",
    });
  });

  it("may have other text around them, prefixes of another kind or none, and no line of git", async () => {
    const after = { "src/a.ts": "one\nTWO\nthree\nfour\nfive\n" };
    for (const names of [
      "--- src/a.ts\n+++ src/a.ts\n",
      "--- a/src/a.ts\t2026-01-01 10:00:00\n+++ b/src/a.ts\t2026-01-01 10:00:01\n",
      'diff --git "a/src/a.ts" "b/src/a.ts"\n--- "a/src/a.ts"\n+++ "b/src/a.ts"\n',
      "diff --git i/src/a.ts w/src/a.ts\n--- i/src/a.ts\n+++ w/src/a.ts\n",
      "diff --git src/a.ts src/a.ts\n--- src/a.ts\n+++ src/a.ts\n",
    ])
      expect(await texts(`Some words.\n\n${names}${TWO}\nMore words.\n`)).toEqual(after);
  });

  it("are applied at the only other place where they fit, which is told", async () => {
    const moved = { "src/a.ts": `zero\n${FILES["src/a.ts"]}` };
    const hunk = "@@ -2,3 +2,3 @@\n two\n-three\n+THREE\n four\n";
    expect(await apply(head("src/a.ts") + hunk, moved)).toMatchObject({
      files: [{ after: "zero\none\ntwo\nTHREE\nfour\nfive\n" }],
      notes: ["src/a.ts: a hunk for line 2 fits at line 3"],
    });
  });

  it.each([
    [
      "fits nowhere",
      head("src/a.ts") + TWO.replace("three", "drei"),
      "line 3 is `three`, and not `drei`",
    ],
    [
      "fits at two places",
      `${head("twice.ts")}@@ -2,1 +2,1 @@\n-x();\n+z();\n`,
      "2 other lines, 1 and 3",
    ],
    [
      "has another line end",
      head("src/a.ts") + TWO.replaceAll("\n", "\r\n"),
      "line 1 has another line end",
    ],
    [
      "has no line after it",
      `${head("src/a.ts")}@@ -2,2 +2,2 @@\n two\n-three\n+3\n`,
      "has no line after it that stays, and is not at the end",
    ],
    [
      "is for the beginning",
      head("src/a.ts") +
        TWO.replace(
          /(one|two|three)/g,
          (w) => ({ one: "two", two: "three", three: "four" })[w] ?? "",
        ),
      "is for the beginning of the file, but fits at line 2",
    ],
    ["has no lines around it", `${head("src/a.ts")}@@ -2,0 +3,1 @@\n+x\n`, "names no blob"],
    ["is of a file that is not there", head("src/b.ts") + TWO, "is not there"],
    [
      "makes a file that is there",
      `diff --git a/src/a.ts b/src/a.ts\nnew file mode 100644\n--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1 @@\n+x\n`,
      "is there already",
    ],
    [
      "is binary",
      "diff --git a/x.png b/x.png\nindex 1234567..89abcde 100644\nBinary files a/x.png and b/x.png differ\n",
      "is no text",
    ],
    [
      "makes a link",
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
      "is a symbolic link",
    ],
    [
      "changes a submodule",
      `diff --git a/m b/m\nindex 1234567..89abcde 160000\n--- a/m\n+++ b/m\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n`,
      "is a submodule",
    ],
    [
      "deletes a part",
      `diff --git a/src/a.ts b/src/a.ts\ndeleted file mode 100644\n--- a/src/a.ts\n+++ /dev/null\n@@ -1,3 +1 @@\n-one\n-two\n three\n`,
      "does not have all of its lines",
    ],
    [
      "ends the file in its middle",
      `${head("src/a.ts")}@@ -1,2 +1,2 @@\n one\n-two\n+x\n\\ No newline at end of file\n`,
      "ends the file where more lines follow",
    ],
  ])("are refused whole if one %s", async (_what, diff, fault) => {
    const both = diff + head("crlf.txt").concat("@@ -1,2 +1,2 @@\n-one\r\n+1\r\n two\r\n");
    const patched = await apply(both);
    expect("files" in patched && patched.files).toEqual([]);
    expect(JSON.stringify(patched)).toContain(fault);
  });

  it.each([
    [
      "counts more than follows",
      `${head("src/a.ts")}@@ -1,4 +1,3 @@\n one\n-two\n+TWO\n three\n`,
      4,
    ],
    ["counts less than follows", `${head("src/a.ts")}@@ -1,1 +1,1 @@\n-one\n+two\n+three\n`, 7],
    ["is cut off", head("src/a.ts") + TWO.slice(0, -2), 8],
    [
      "has hunks out of order",
      `${head("src/a.ts")}@@ -4 +4 @@\n-four\n+4\n@@ -1 +1 @@\n-one\n+1\n`,
      7,
    ],
    ["has a hunk of no file", `words\n${TWO}`, 2],
    ["names two files", "--- a/x\n+++ b/y\n@@ -1 +1 @@\n-x\n+y\n", 1],
  ])("are no patch if one %s", async (_what, diff, line) => {
    expect(await apply(diff)).toMatchObject({ fault: expect.any(String), line });
  });

  it("rest on the blob that they name, to the byte", async () => {
    const index = (text: string) =>
      `index ${blobIdOf(Buffer.from(text)).slice(0, 10)}..1234567 100644\n`;
    const diff = (base: string) =>
      `diff --git a/src/a.ts b/src/a.ts\n${index(base)}--- a/src/a.ts\n+++ b/src/a.ts\n@@ -2,0 +3,1 @@\n+x\n`;
    expect(await texts(diff(FILES["src/a.ts"]))).toEqual({
      "src/a.ts": "one\ntwo\nx\nthree\nfour\nfive\n",
    });
    expect(await texts(diff("other"))).toEqual([
      expect.stringContaining("is not the file that the patch rests on"),
    ]);
  });

  it("keep line ends and a missing last one", async () => {
    expect(
      await texts(
        `${head("crlf.txt")}@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n${head("end.txt")}@@ -1,2 +1,3 @@\n one\n-two\n\\ No newline at end of file\n+two\n+three\n\\ No newline at end of file\n`,
      ),
    ).toEqual({ "crlf.txt": "one\r\n2\r\n", "end.txt": "one\ntwo\nthree" });
  });

  it("rename over each other, copy, delete and make files", async () => {
    const rename = (from: string, to: string) =>
      `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
    const files = { a: "A\n", b: "B\n", c: "C\n" };
    const patched = await apply(
      `${rename("a", "b")}${rename("b", "a")}diff --git a/c b/d e\nsimilarity index 50%\ncopy from c\ncopy to d e\n--- a/c\n+++ b/d e\t\n@@ -1 +1,2 @@\n C\n+D\n`,
      files,
    );
    expect(patched).toMatchObject({
      files: [
        { path: "a", after: "B\n" },
        { path: "b", after: "A\n" },
        { path: "d e", before: undefined, after: "C\nD\n" },
      ],
      moves: [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
      ],
    });
  });

  it.each([
    ["a", "a/b/c", "a/b/c needs a folder in the place of the file a"],
    ["a/b/c", "a/b", "a/b is to be in the place of a folder"],
    ["a", "ab/c", undefined],
    ["a/b", "a/c", undefined],
  ])(
    "that delete %s and make %s are refused if one is in the place of the other",
    async (old, fresh, fault) => {
      const diff =
        `diff --git a/${old} b/${old}\ndeleted file mode 100644\n--- a/${old}\n+++ /dev/null\n@@ -1 +0,0 @@\n-A\n` +
        `diff --git a/${fresh} b/${fresh}\nnew file mode 100644\n--- /dev/null\n+++ b/${fresh}\n@@ -0,0 +1 @@\n+B\n`;
      const found = await apply(diff, { [old]: "A\n" });
      const refused = "refused" in found ? found.refused : [];
      expect(refused.map((one) => `${one.path} ${one.fault}`.slice(0, fault?.length))).toEqual(
        fault === undefined ? [] : [fault],
      );
    },
  );

  it("do not make a file that another one is copied from", async () => {
    const diff = `diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\ndiff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+B\n`;
    expect(await texts(diff, { a: "A\n" })).toEqual(["a:5 is there already"]);
  });

  it("change one file twice, one after the other", async () => {
    const diff = `${head("a")}@@ -1 +1 @@\n-A\n+B\n${head("a")}@@ -1 +1 @@\n-B\n+C\n`;
    expect(await texts(diff, { a: "A\n" })).toEqual({ a: "C\n" });
  });

  it("of 100,000 hunks are read in bounded work", async () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at}\n`);
    const hunks = Array.from(
      { length: 100_000 },
      (_, at) =>
        `@@ -${2 * at + 1},2 +${2 * at + 1},2 @@\n-line ${2 * at}\n+LINE ${2 * at}\n line ${2 * at + 1}\n`,
    );
    const patched = await texts(head("a") + hunks.join(""), { a: lines.join("") });
    expect(patched).toEqual({
      a: lines.map((l, at) => (at % 2 ? l : l.toUpperCase())).join(""),
    });
  });
});

describe("a part of a patch on its own result", () => {
  it.each([
    ["changes nothing, as it does not fit", head("src/a.ts") + TWO, true],
    ["is added again elsewhere", `${head("src/a.ts")}@@ -2,2 +2,3 @@\n two\n+two\n three\n`, false],
    ["is added again where it fits", `${head("twice.ts")}@@ -3 +3,2 @@\n+x();\n x();\n`, false],
  ])("%s", async (_what, diff, isIdempotent) => {
    expect(await apply(diff)).toMatchObject({ files: [{ isIdempotent }] });
  });
});

describe("other forms (V1)", () => {
  it("mails are applied one after the other, with their author and subject", async () => {
    const mail = (subject: string, diff: string) =>
      `From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001\nFrom: =?UTF-8?q?J=C3=BCrgen?= <j@x.test>\nDate: Mon, 1 Jan 2026 00:00:00 +0000\nSubject: [PATCH] ${subject}\n\nWords of @@ and\n  --- a/x\n---\n a | 2 +-\n\n${diff}-- \n2.39.5\n\n`;
    const text =
      mail("one", `${head("a")}@@ -1 +1 @@\n-A\n+B\n`) +
      mail("two", `${head("a")}@@ -1 +1 @@\n-B\n+C\n`);
    expect(await texts(text, { a: "A\n" })).toEqual({ a: "C\n" });
    expect(readPatch(text)).toMatchObject({
      format: "mail",
      source: "[PATCH] one",
      patches: [{ author: "Jürgen <j@x.test>" }, { author: "Jürgen <j@x.test>" }],
    });
  });

  it("mails are decoded, and a patch that they add is no patch of theirs", async () => {
    const inner = "+diff --git a/a b/a\n+--- a/a\n++++ b/a\n+@@ -1 +1 @@\n+-A\n++B\n";
    const diff = `diff --git a/p.patch b/p.patch\nnew file mode 100644\n--- /dev/null\n+++ b/p.patch\n@@ -0,0 +1,6 @@\n${inner}`;
    const coded = Buffer.from(diff).toString("base64").replace(/.{76}/g, "$&\n");
    for (const body of [`\n${diff}`, `Content-Transfer-Encoding: base64\n\n${coded}\n`])
      expect(await texts(`From: a <a@x>\nSubject: x\n${body}`, { a: "A\n" })).toEqual({
        "p.patch": inner.replace(/^\+/gm, ""),
      });
  });

  it("Codex's parts stand where their lines do, with the line ends of the file", async () => {
    const patch = `*** Begin Patch
*** Update File: crlf.txt
 one
-two
+2
*** Add File: new/f.ts
+a
+
*** Update File: end.txt
*** Move to: moved.txt
@@ one
-two
+TWO
*** Delete File: twice.ts
*** End Patch`;
    expect(await texts(patch)).toEqual({
      "crlf.txt": "one\r\n2\r\n",
      "new/f.ts": "a\n\n",
      "end.txt": null,
      "moved.txt": "one\nTWO",
      "twice.ts": null,
    });
  });

  it("Codex's parts that stand at two places are refused, and an anchor tells them apart", async () => {
    const patch = (anchor: string) =>
      `*** Begin Patch\n*** Update File: twice.ts\n@@${anchor}\n-x();\n+z();\n*** End Patch\n`;
    expect(await texts(patch(""))).toEqual([
      expect.stringContaining("fits at line 1 and at line 3"),
    ]);
    expect(await texts(patch(" y();"))).toEqual({ "twice.ts": "x();\ny();\nz();\n" });
  });

  it("fixes of SARIF count in UTF-16 or code points, those of rdjson in bytes", async () => {
    const sarif = (columnKind: string, startColumn: number, endColumn: number) =>
      JSON.stringify({
        $schema: "x",
        version: "2.1.0",
        runs: [
          {
            tool: { driver: { name: "scan" } },
            columnKind,
            results: [
              {
                fixes: [
                  {
                    artifactChanges: [
                      {
                        artifactLocation: { uri: "wide.ts" },
                        replacements: [
                          {
                            deletedRegion: { startLine: 1, startColumn, endColumn },
                            insertedContent: { text: "x" },
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      });
    const rdjson = JSON.stringify({
      source: { name: "scan" },
      diagnostics: [
        {
          location: { path: "wide.ts" },
          suggestions: [
            { range: { start: { line: 1, column: 12 }, end: { line: 1, column: 20 } }, text: "x" },
          ],
        },
      ],
    });
    const after = { "wide.ts": 'const s = "x";\nnext();\n' };
    expect(await texts(sarif("utf16CodeUnits", 12, 16))).toEqual(after);
    expect(await texts(sarif("unicodeCodePoints", 12, 15))).toEqual(after);
    expect(await texts(rdjson)).toEqual(after);
    expect(await texts(sarif("utf16CodeUnits", 12, 99))).toEqual([
      "wide.ts:1 its range 1:12 is not in the file",
    ]);
    expect(readPatch(rdjson)).toMatchObject({ format: "rdjson", source: "scan" });
  });

  it("a fix is made at all of its places or at none, and one that overlaps is left out", async () => {
    const at = (startLine: number, startColumn: number, endColumn: number) => ({
      deletedRegion: { startLine, startColumn, endColumn },
      insertedContent: { text: "z" },
    });
    const fix = (...replacements: readonly unknown[]) => ({
      fixes: [{ artifactChanges: [{ artifactLocation: { uri: "twice.ts" }, replacements }] }],
    });
    const results = [fix(at(1, 1, 2), at(9, 1, 2)), fix(at(2, 1, 2)), fix(at(2, 1, 3))];
    const patched = await apply(JSON.stringify({ version: "2.1.0", runs: [{ results }] }));
    expect(patched).toMatchObject({
      files: [{ after: "x();\nz();\nx();\n" }],
      refused: [
        { fault: "its range 9:1 is not in the file" },
        { fault: "the fix at line 2 overlaps another one" },
      ],
    });
  });

  it("are told from their content, and nothing else is one", () => {
    for (const text of ["", "hello\n", "{", "[]", '{"a":1}', "*** Begin Patch\n", "\0\0"])
      expect(readPatch(text)).toMatchObject({ fault: expect.any(String) });
    for (const text of ['{"version":"2.1.0","runs":[]}', '{"source":{},"diagnostics":[]}'])
      expect(readPatch(text)).not.toHaveProperty("fault"); // A scan that finds nothing.
  });
});
