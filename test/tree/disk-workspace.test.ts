import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StaleFileError, type TextChange } from "../../src/model/workspace.ts";
import { sha256 } from "../../src/shared/sha256.ts";
import { startGitListing } from "../../src/tree/git-listing.ts";
import { createOverlayWorkspace, OverlayWorkspace } from "../../src/tree/overlay-workspace.ts";
import { NOTE } from "../support/commit-note.ts";
import { snapshot, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { diskWorkspace } from "../support/write-files.ts";

const change = (path: string, before: string | undefined, after: string): TextChange => ({
  path,
  before: before ?? "",
  after,
  preHash: before === undefined ? null : sha256(before),
  postHash: sha256(after),
  edits: [{ start: 0, end: before?.length ?? 0, text: after }],
});

const deletion = (path: string, before: string): TextChange => ({
  ...change(path, before, ""),
  postHash: null,
});

const workspaces = [
  ["on the disk", diskWorkspace],
  ["on the overlay", createOverlayWorkspace],
] as const;

describe.each(workspaces)("the workspace %s", (_where, create) => {
  it("reads back, lists and finds a new file of a run", async () => {
    const root = tempRepository({ "b.ts": "b", ".gitignore": "dist/\n" });
    writeTree(root, { "dist/x.ts": "" });
    const workspace = create(root);
    expect(await workspace.listFiles()).not.toContain("a/new.ts");
    await workspace.commit(
      [change("a/new.ts", undefined, "né"), change("dist/y.ts", undefined, "")],
      NOTE,
    );
    expect(await workspace.read("a/new.ts")).toMatchObject({ kind: "text", text: "né" });
    expect(workspace.readBytes("a/new.ts")).toMatchObject({ bytes: Buffer.from("né") });
    expect(workspace.readPart("a/new.ts", 1, 9)).toMatchObject({
      bytes: Buffer.from("né").subarray(1),
      total: 3,
    });
    expect(await workspace.kindOf("a/new.ts")).toBe("file");
    expect(await workspace.kindOf("a")).toBe("folder");
    const listed = await workspace.listFiles();
    expect(listed).toEqual([...listed].sort());
    expect(listed).toContain("a/new.ts");
    expect(listed).not.toContain("dist/y.ts");
  });

  it("neither reads, lists nor finds a file that the run deleted, until the run makes it again", async () => {
    const root = tempRepository({ "d/a.ts": "a", "d/b.ts": "b", "d/sub/x.ts": "x" });
    const workspace = create(root);
    const namesIn = async (path: string) => {
      const names: string[] = [];
      for await (const { name } of workspace.readFolder(path)) names.push(name);
      return names.sort();
    };
    expect(await workspace.listFiles()).toEqual(["d/a.ts", "d/b.ts", "d/sub/x.ts"]);
    await workspace.commit([deletion("d/a.ts", "a"), deletion("d/sub/x.ts", "x")], NOTE);
    expect(await workspace.read("d/a.ts")).toMatchObject({ kind: "unusable", why: "vanished" });
    expect(workspace.readBytes("d/a.ts")).toMatchObject({ kind: "unusable", why: "vanished" });
    expect(workspace.readPart("d/a.ts", 0, 9)).toMatchObject({ kind: "unusable" });
    expect(await workspace.kindOf("d/a.ts")).toBe("missing");
    expect(await workspace.kindOf("d")).toBe("folder");
    expect(await workspace.listFiles()).toEqual(["d/b.ts"]);
    expect(await namesIn("d")).not.toContain("a.ts");
    await workspace.commit([change("d/a.ts", undefined, "again")], NOTE);
    expect(await workspace.read("d/a.ts")).toMatchObject({ kind: "text", text: "again" });
    expect(await workspace.kindOf("d/a.ts")).toBe("file");
    expect(await workspace.listFiles()).toEqual(["d/a.ts", "d/b.ts"]);
    await workspace.commit([deletion("d/a.ts", "again")], NOTE);
    expect(await workspace.listFiles()).toEqual(["d/b.ts"]);
    expect(await namesIn("d")).not.toContain("a.ts");
  });

  it("F7 lists a folder with what the run has made in it, each name once", async () => {
    const root = tempTree({ "d/b.ts": "b", "d/.env": "", "d/sub/x.ts": "" });
    symlinkSync("b.ts", join(root, "d/l.ts"));
    const workspace = create(root);
    await workspace.commit(
      [
        ...[change("d/new.ts", undefined, "n"), change("d/sub/y.ts", undefined, "y")],
        ...[change("d/made/z.ts", undefined, "z"), change("e/f/g.ts", undefined, "g")],
      ],
      NOTE,
    );
    const list = async (path: string) => {
      const entries: string[] = [];
      for await (const { name, kind } of workspace.readFolder(path))
        entries.push(`${name} ${kind}`);
      return entries.sort();
    };
    const files = [
      ".env file",
      "b.ts file",
      "l.ts link",
      "made folder",
      "new.ts file",
      "sub folder",
    ];
    expect(await list("d")).toEqual(files);
    expect(await list("e")).toEqual(["f folder"]);
    expect(await list("e/f")).toEqual(["g.ts file"]);
    expect(await list("")).toEqual(expect.arrayContaining(["d folder", "e folder"]));
    await expect(list("gone")).rejects.toThrow("ENOENT");
  });

  it("knows the run's own edits of a file that it made itself", async () => {
    const workspace = create(tempTree({}));
    await workspace.commit([change("a.ts", undefined, "1")], NOTE);
    await workspace.commit([change("a.ts", "1", "2")], NOTE);
    expect(workspace.ownEditsBetween("a.ts", sha256("1"), sha256("2"))).toEqual([
      [{ start: 0, end: 1, text: "2" }],
    ]);
  });

  it("A18 refuses a new file where one came to stand", async () => {
    const root = tempTree({});
    const workspace = create(root);
    writeFileSync(join(root, "a.ts"), "theirs");
    await expect(workspace.commit([change("a.ts", undefined, "mine")], NOTE)).rejects.toThrow(
      StaleFileError,
    );
    expect(await workspace.read("a.ts")).toMatchObject({ text: "theirs" });
    await workspace.commit([change("b.ts", undefined, "1")], NOTE);
    await expect(workspace.commit([change("b.ts", undefined, "2")], NOTE)).rejects.toThrow(
      StaleFileError,
    );
  });

  it("F10 tells where links lead, also those on the way to something that is not there", async () => {
    const outside = tempTree({ "x.ts": "" });
    const root = tempTree({ "real/a.ts": "" });
    symlinkSync("real/a.ts", join(root, "in.ts"));
    symlinkSync(outside, join(root, "out"));
    symlinkSync("gone", join(root, "broken"));
    const workspace = create(root);
    const paths = ["in.ts", "out", "out/x.ts", "out/new.ts", "broken", "broken/new.ts", "real/no"];
    expect(await Promise.all(paths.map((path) => workspace.kindOf(path)))).toEqual([
      ...Array.from({ length: 6 }, () => "link"),
      "missing",
    ]);
    expect(await workspace.targetOf("in.ts")).toEqual({ kind: "inside", path: "real/a.ts" });
    expect(await workspace.targetOf("out/x.ts")).toEqual({ kind: "outside" });
    expect(await workspace.targetOf("out/no/new.ts")).toEqual({ kind: "outside" });
    expect(await workspace.targetOf("broken")).toEqual({ kind: "nowhere" });
    expect(await workspace.targetOf("broken/new.ts")).toEqual({ kind: "nowhere" });
    symlinkSync("real", join(root, "alias"));
    expect(await workspace.targetOf("alias/b/new.ts")).toEqual({
      kind: "inside",
      path: "real/b/new.ts",
    });
  });
});

describe("the workspace on the overlay", () => {
  it("writes no new file to the disk", async () => {
    const root = tempTree({ "a.ts": "a" });
    await createOverlayWorkspace(root).commit([change("x/new.ts", undefined, "n")], NOTE);
    expect(snapshot(root)).toEqual({ "a.ts": "644 a" });
  });
});

it("the workspace on the overlay takes a folder for gone that deleted files leave empty, and the root for itself", async () => {
  const workspace = createOverlayWorkspace(
    tempTree({ "d/sub/x.ts": "x", "e/.keep": "", "e/y": "" }),
  );
  await workspace.commit([deletion("d/sub/x.ts", "x"), deletion("e/y", "")], NOTE);
  const kinds = await Promise.all(["d", "d/sub", "e"].map((path) => workspace.kindOf(path)));
  expect(kinds).toEqual(["missing", "missing", "folder"]);
  const names: string[] = [];
  for await (const { name } of workspace.readFolder("")) names.push(name);
  expect(names).toEqual(["e"]);
  await workspace.commit([change("d", undefined, "a file now")], NOTE);
  expect(await workspace.kindOf("d")).toBe("file");
  await workspace.commit([change("x/y.ts", undefined, "y")], NOTE);
  await workspace.commit([deletion("x/y.ts", "y")], NOTE);
  expect(await workspace.kindOf("x")).toBe("missing");
});

it("the workspace on the overlay looks once into each folder of deleted files, and again after a change of it", async () => {
  const looked: string[] = [];
  class Observed extends OverlayWorkspace {
    override readFolder(path: string) {
      looked.push(path);
      return super.readFolder(path);
    }
  }
  const folders = ["d/a", "d/b", "d/c"];
  const root = tempTree(Object.fromEntries(folders.map((folder) => [`${folder}/x.ts`, "x"])));
  const workspace = new Observed(root, startGitListing(root), () => undefined);
  await workspace.commit(folders.map((folder) => deletion(`${folder}/x.ts`, "x")));
  const kinds = async (paths: readonly string[]) => {
    for (const path of paths) expect(await workspace.kindOf(path)).toBe("missing");
  };
  await kinds(["d", ...folders, "d", ...folders]);
  expect(looked.sort()).toEqual(["d", ...folders]);
  await workspace.commit([change("d/a/y.ts", undefined, "y")]);
  await workspace.commit([deletion("d/a/y.ts", "y")]);
  await kinds(["d", ...folders]);
  expect(looked.sort()).toEqual(["d", "d", "d/a", "d/a", "d/b", "d/c"]);
});

it("the workspace on the overlay keeps no answer about a folder that was begun before a change of it", async () => {
  class Changed extends OverlayWorkspace {
    /** Changes the folder between a look into it and the answer. */
    override async *readFolder(path: string) {
      for await (const entry of super.readFolder(path)) {
        await this.commit([deletion("d/y.ts", "y")]);
        yield entry;
      }
    }
  }
  const root = tempTree({ "d/x.ts": "x", "d/y.ts": "y" });
  const workspace = new Changed(root, startGitListing(root), () => undefined);
  await workspace.commit([deletion("d/x.ts", "x")]);
  expect(await workspace.kindOf("d")).toBe("folder");
  expect(await workspace.kindOf("d")).toBe("missing");
});
