import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesOf, listOf, setUp } from "./folder-listings.ts";

describe("listFolder", () => {
  it("F7 lists folders first with `/`, then links with `@` and files, by name, with totals", async () => {
    const { root, list } = setUp({ "d/b.md": "", "d/a.md": "", "d/z/x": "", "d/.env": "" });
    symlinkSync("a.md", join(root, "d/l"));
    symlinkSync("z", join(root, "d/to-z"));
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(join(root, "d/s"), resolve));
    expect(await list("d")).toEqual([
      ...["z/", ".env", "a.md", "b.md", "l@", "s", "to-z@"],
      "1 folder, 2 links, 3 files, 1 other.",
    ]);
  });

  it("F7 says that a folder is empty, is gone, or cannot be listed", async () => {
    const { root, list } = setUp({ "f.md": "" });
    mkdirSync(join(root, "d"));
    expect(await list("d")).toEqual(["No entries."]);
    expect(await list("gone")).toMatchObject({ why: "not-found" });
    expect(await list("f.md")).toMatchObject({ why: "not-found" });
    expect(await list("x".repeat(300))).toMatchObject({
      why: "unreadable",
      message: expect.stringContaining("cannot be listed: ENAMETOOLONG"),
    });
  });

  it("F7 F9 leaves out what may not be read: deny beats allow", async () => {
    const files = {
      "a.md": "",
      "b.gen.md": "",
      "no/x": "",
      "half/x.gen.md": "",
      ".git/config": "",
    };
    const exclude = ["no/**", "**/*.gen.md"];
    const listed = await setUp({ ...files, ".sluice/x": "" }, { exclude }).list("");
    expect(listed).toEqual(["half/", "a.md", "1 folder, 1 file."]);
  });

  it.each<[include: string, ...listed: string[]]>([
    ["src", "src/"],
    ["src/**", "src/"],
    ["src/*/x.ts", "src/"],
    ["src/lib/deep", "src/"],
    ["s*/lib/**", "src/"],
    ["{src,docs}/**", "docs/", "node_modules/", "src/"],
    ["**/*.ts", "docs/", "node_modules/", "src/"],
    ["*.md", "a.md"],
    ["docs/a.md", "docs/"],
  ])(
    "F7 F9 lists of folders only those that something of `%s` can be in",
    async (include, ...names) => {
      const files = { "src/lib/x.ts": "", "docs/a.md": "", "node_modules/m/x": "", "a.md": "" };
      const listed = await setUp(files, { include: [include] }).list("");
      expect(Array.isArray(listed) ? listed.slice(0, -1) : listed).toEqual(names);
    },
  );

  it("F7 leaves out a folder of which all is excluded, and keeps one of which not all is", async () => {
    const files = { "a/x": "", "b/x/y": "", "c/x": "", "d/x": "" };
    const exclude = ["a", "b/*", "c/**", "d/*.ts"];
    expect(await setUp(files, { exclude }).list("")).toEqual(["b/", "d/", "2 folders."]);
  });

  it("F7 shows names in one line each, whatever is in them", async () => {
    const { list, root } = setUp({});
    for (const name of ["a\n[File: b]", "c\u2028d", "e\u202Ef", "g\x1b[31m"])
      writeFileSync(join(root, name), "");
    const listed = await list("");
    expect(listed).toEqual([
      ...["a\uFFFD[File: b]", "c\uFFFDd", "e\uFFFDf", "g\uFFFD[31m"],
      "4 files.",
    ]);
  });

  it("F7 lists at most 100 entries, the first by name, and says how many there are", async () => {
    const listed = await listOf([...filesOf(5000), { name: "z", kind: "folder" }]);
    expect(listed.slice(0, 3)).toEqual(["z/", "f000001", "f000002"]);
    expect(listed.slice(99)).toEqual([
      "f000099",
      "1 folder, 5000 files.",
      "[...truncated, 100 of 5001 entries — use list_files for the rest]",
    ]);
    expect(await listOf(filesOf(100))).toHaveLength(101);
    expect((await listOf(filesOf(101))).at(-1)).toMatch("100 of 101");
  });

  it("F3 F7 lists no more names than the cap has room for", async () => {
    const { list } = setUp({ aaa: "", bbb: "", ccc: "" });
    expect(await list("", 8)).toEqual([
      ...["aaa", "bbb", "3 files."],
      "[...truncated, 2 of 3 entries — use list_files for the rest]",
    ]);
  });
});
