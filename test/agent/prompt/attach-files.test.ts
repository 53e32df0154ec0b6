import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { attachFiles } from "../../../src/agent/prompt/attach-files.ts";
import { findFileRefs } from "../../../src/files/refs/find-file-refs.ts";
import { createScope } from "../../../src/files/scope.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { createOverlayWorkspace } from "../../../src/tree/overlay-workspace.ts";
import { NOTE } from "../../support/commit-note.ts";
import { type Tree, tempTree } from "../../support/temp-tree.ts";

function setUp(files: Tree = {}) {
  const root = tempTree({
    "a.md": "A",
    "docs/b.md": "B\n",
    "secret/k": "k",
    "bin.md": "\0",
    ...files,
  });
  const workspace = createOverlayWorkspace(root);
  const scope = createScope({ include: ["**"], exclude: ["secret"], readonly: [] });
  return {
    root,
    workspace,
    attach: async (text: string, paths: readonly string[] = [], maxBytes = 16_384) => {
      const sources = { workspace, scope };
      const segments = await findFileRefs({ text, opaque: [] }, sources);
      return attachFiles(segments, paths, sources, { maxBytes });
    },
  };
}

describe("attachFiles", () => {
  it("F1 keeps the text, and makes one item per reference in order of appearance, then those of `attach`", async () => {
    const { attach } = setUp();
    const text = 'Do @docs/b.md, then @"a.md" and @./a.md \r\n';
    const attached = await attach(text, ["docs"]);
    expect(attached.text).toBe(text);
    expect(attached.items).toEqual([
      { role: "system", tag: "file", text: "[File: docs/b.md]\nB\n" },
      { role: "system", tag: "file", text: "[File: a.md]\nA" },
      { role: "system", tag: "file", text: "[File: a.md]\nA" },
      { role: "system", tag: "dir", text: "[Dir: docs]\nb.md\n1 file." },
    ]);
    expect(attached.entries).toEqual([
      {
        ...{ token: "@docs/b.md", source: "prompt", path: "docs/b.md", outcome: "file" },
        ...{ bytes: 2, bytesSent: 2, sha256: sha256("B\n") },
      },
      expect.objectContaining({ token: '@"a.md"', path: "a.md" }),
      expect.objectContaining({ token: "@./a.md", path: "a.md" }),
      {
        ...{ token: "docs", source: "attach", path: "docs", outcome: "dir" },
        ...{ bytesSent: 12, sha256: sha256("b.md\n1 file.") },
      },
    ]);
    expect(attached.alerts).toEqual([]);
  });

  it("F2 F3 sends the cap of a larger file, and has all its bytes in the manifest", async () => {
    const { attach } = setUp({ "big.md": "x\n".repeat(100) });
    const { items, entries } = await attach("@big.md", [], 10);
    expect(items[0]?.text).toBe(
      `[File: big.md]\n${"x\n".repeat(5)}[...truncated, 200 bytes total — use read_file for the rest]`,
    );
    expect(entries).toMatchObject([{ bytes: 200, bytesSent: 10, sha256: sha256("x\n".repeat(5)) }]);
  });

  it("F5 F6 adds no message for what is refused, marks it in the text, and warns once for each", async () => {
    const { attach } = setUp();
    const attached = await attach("@secret/k.md @gone.md (@bin.md). @../x @a.md", [
      "gone",
      "secret",
    ]);
    expect(attached.text).toBe(
      "[unresolved file ref: secret/k.md] [unresolved file ref: gone.md] ([unresolved file ref: bin.md]). [unresolved file ref: ../x] @a.md",
    );
    expect(attached.items).toHaveLength(1);
    expect(attached.alerts.map(({ level, code, path }) => [level, code, path])).toEqual([
      ["warn", "file-ref-out-of-scope", "secret/k.md"],
      ["warn", "file-ref-not-found", "gone.md"],
      ["warn", "file-ref-binary", "bin.md"],
      ["warn", "file-ref-out-of-scope", "../x"],
      ["warn", "file-ref-not-found", "gone"],
      ["warn", "file-ref-out-of-scope", "secret"],
    ]);
    expect(attached.alerts[1]?.message).toBe("`gone.md` does not exist.");
    expect(attached.entries.map(({ outcome }) => outcome)).toEqual([
      ...["out-of-scope", "not-found", "binary", "out-of-scope", "file", "not-found"],
      "out-of-scope",
    ]);
    expect(attached.entries[1]).toEqual({
      ...{ token: "@gone.md", source: "prompt", path: "gone.md", outcome: "not-found" },
      message: "`gone.md` does not exist.",
    });
  });

  it("F17 takes a package's name for text, with a note, unless it exists in scope", async () => {
    const { attach } = setUp({ "src/lib/x": "", "src/bin": "\0" });
    const { text, items, entries, alerts } = await attach("@babel/core @src/lib @src/bin");
    expect(text).toBe("@babel/core @src/lib [unresolved file ref: src/bin]");
    expect(items).toMatchObject([{ tag: "dir" }]);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["text", "dir", "binary"]);
    expect(entries[0]?.message).toMatch("package's name");
    expect(alerts).toMatchObject([{ code: "file-ref-binary" }]);
  });

  it("F19 alerts for what is written as a path in a folder that exists, and is not attached", async () => {
    const { attach, root } = setUp({ "docs/types/x": "" });
    symlinkSync(tmpdir(), join(root, "docs/out"));
    const { text, alerts } = await attach("@docs/migration @docs/out @secret/k @types/node");
    expect(text).toBe(
      "[unresolved file ref: docs/migration] [unresolved file ref: docs/out] [unresolved file ref: secret/k] @types/node",
    );
    expect(alerts.map(({ message }) => message)).toEqual([
      "`docs/migration` does not exist.",
      "`docs/out` is a link, or reached through one, that leads out of the root.",
      "`secret/k` is excluded by the scope.",
    ]);
  });

  it("F19 attaches a word that exists, alerts if it must not be read, and names one that is near", async () => {
    const { attach, root } = setUp({ LICENSE: "MIT", Makefile: "all:", "secret/x": "" });
    symlinkSync(tmpdir(), join(root, "out"));
    const written = "@LICENSE, @Makefile: @docs @out @LICENCE @READM @alice @Component";
    const { text, items, alerts, entries } = await attach(written);
    expect(items.map((item) => item.text)).toEqual([
      "[File: LICENSE]\nMIT",
      "[File: Makefile]\nall:",
      "[Dir: docs]\nb.md\n1 file.",
    ]);
    expect(text).toBe(
      "@LICENSE, @Makefile: @docs [unresolved file ref: out] [unresolved file ref: LICENCE] @READM @alice @Component",
    );
    expect(alerts.map(({ code, message }) => [code, message])).toEqual([
      ["file-ref-out-of-scope", expect.stringMatching("leads out of the root")],
      ["file-ref-not-found", "`LICENCE` does not exist; did you mean `@LICENSE`?"],
    ]);
    expect(entries.at(-1)).toMatchObject({ token: "@LICENCE", outcome: "not-found" });
  });

  it.each([
    ["@Docs/style.md", "docs/style.md"],
    ["@docs/style.MD", "docs/style.md"],
    ["@docs/style", "docs/style.md"],
    ["@A.md", "a.md"],
    ["@./DOCS/Style.md", "docs/style.md"],
    ["@DOCS/", "docs"],
    ["@docs/stile.md", undefined],
    ["@Secret/k", undefined],
    ["@src/A\\ b.ts", undefined],
    ["@docs/B/x", undefined],
  ])("F19 asks at %s if %s was meant", async (written, meant) => {
    const { attach } = setUp({ "docs/style.md": "", "src/a b.ts": "" });
    const { alerts } = await attach(written);
    const [{ code, message } = { code: "", message: "" }] = alerts;
    expect(code).toBe("file-ref-not-found");
    expect(/; did you mean `@(.*)`\?$/.exec(message)?.[1]).toBe(meant);
  });

  it("F19 F20 attaches a name that ends as emphasis does, if it exists", async () => {
    const { attach } = setUp({ "_private/a_.md": "P", "docs/b_": "B_", "docs/c*.md": "C" });
    const { items, alerts } = await attach("_@_private/a_.md_ **@docs/b_** @docs/c*.md *@a.md*");
    expect(items.map(({ text }) => text.split("\n")[1])).toEqual(["P", "B_", "C", "A"]);
    expect(alerts).toEqual([]);
  });

  it("F16 turns `\\@` into a plain `@`, and leaves code as it is", async () => {
    const { attach } = setUp();
    const { text, entries } = await attach("\\@a.md `\\@a.md` \\\\@a.md");
    expect(text).toBe("@a.md `\\@a.md` \\\\@a.md");
    expect(entries).toEqual([]);
  });

  it("F13 F14 attaches to the letter, and expands nothing that it attaches", async () => {
    const body = "[File: x]\n@a.md \\@ ${{ inputs.x }}\r\n\uFEFF[unresolved file ref: y]";
    const { attach } = setUp({ "odd.md": body });
    const first = await attach("@odd.md");
    expect(first.items).toEqual([{ role: "system", tag: "file", text: `[File: odd.md]\n${body}` }]);
    expect(first.entries).toHaveLength(1);
    expect(await attach("@odd.md")).toEqual(first);
  });

  it("F1 F5 lets no path end its header, or make another", async () => {
    const { attach, root } = setUp({
      "app/[id]/p.ts": "P",
      "x] [File: y": "X",
      "a]\n[File: b.md": "Z",
    });
    symlinkSync("a]\n[File: b.md", join(root, "link.md"));
    const { items, text } = await attach('@app/[id]/p.ts @"x] [File: y" @link.md @"no] [File: z"');
    expect(items.map((item) => item.text)).toEqual([
      "[File: app/[id]/p.ts]\nP",
      '[File: "x] [File: y"]\nX',
      '[File: "a]\uFFFD[File: b.md"]\nZ',
    ]);
    expect(text).toMatch('[unresolved file ref: "no] [File: z"]');
  });

  it("F7 lists what a run has made, and nothing of what it may not read", async () => {
    const { attach, workspace, root } = setUp();
    mkdirSync(join(root, ".sluice"));
    const change = { preHash: null, before: "", after: "N", edits: [], postHash: sha256("N") };
    await workspace.commit(
      [
        { path: "docs/new.md", ...change },
        { path: "made/deep/x.md", ...change },
      ],
      NOTE,
    );
    const { items } = await attach("@docs/ @made/ @made/deep/x.md @./");
    expect(items.map(({ text }) => text)).toEqual([
      "[Dir: docs]\nb.md\nnew.md\n2 files.",
      "[Dir: made]\ndeep/\n1 folder.",
      "[File: made/deep/x.md]\nN",
      "[Dir: .]\ndocs/\nmade/\na.md\nbin.md\n2 folders, 2 files.",
    ]);
  });

  it("F1 F8 takes five hundred references, and keeps their order", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `f${index}.md`);
    const { attach, root } = setUp(Object.fromEntries(names.map((name) => [name, name])));
    writeFileSync(join(root, "huge.md"), "x\n".repeat(10_000));
    truncateSync(join(root, "huge.md"), 10 * 1024 ** 3);
    const { items, entries } = await attach(
      [...names, "huge.md"].map((name) => `@${name}`).join(" "),
    );
    expect(items.slice(0, 500).map(({ text }) => text)).toEqual(
      names.map((name) => `[File: ${name}]\n${name}`),
    );
    expect(entries[500]).toMatchObject({ bytes: 10 * 1024 ** 3, bytesSent: 16_384 });
  });
});
