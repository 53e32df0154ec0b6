import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeScratchRepository } from "../../../src/apply/disk/scratch-repository.ts";
import { tempFolder, tempTree } from "../../support/temp-tree.ts";

function temporary(): string {
  const folder = tempFolder();
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

it("leaves no folder behind if it cannot be filled", async () => {
  const folder = temporary();
  const unusable = Symbol("no path") as unknown as string; // Makes a later step throw.
  await expect(makeScratchRepository(unusable, { format: "sha1", trees: [] })).rejects.toThrow(
    TypeError,
  );
  expect(readdirSync(folder)).toEqual([]);
});

it("links the packages of all folders, the first one that has a name, and follows no link of the commit", async () => {
  temporary();
  const pack = (name: string, text: string) => ({ [`node_modules/${name}/index.js`]: text });
  const first = tempTree({ ...pack("a", "first"), ...pack("@s/b", "first") });
  const second = tempTree({ ...pack("a", "second"), ...pack("@s/c", "second"), ...pack("d", "") });
  const places = [first, second].map((folder) => join(folder, "node_modules"));
  const { folder, prepare, remove } = await makeScratchRepository(join(first, "objects"), {
    format: "sha1",
    trees: [],
  });
  onTestFinished(remove);
  await prepare("app", places);
  const text = (name: string) =>
    readFileSync(join(folder, "app/node_modules", name, "index.js"), "utf8");
  expect([text("a"), text("@s/b"), text("@s/c")]).toEqual(["first", "first", "second"]);
  const outside = tempFolder();
  mkdirSync(join(folder, "linked"));
  symlinkSync(outside, join(folder, "linked/node_modules"));
  await prepare("linked", places);
  expect(readdirSync(outside)).toEqual([]);
});
