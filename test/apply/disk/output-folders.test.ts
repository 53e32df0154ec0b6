import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createOutputFiles } from "../../../src/apply/disk/create-output-files.ts";
import { GrowingOutputFile } from "../../../src/apply/disk/growing-output-file.ts";
import { writeOutputFiles } from "../../../src/apply/disk/write-output-file.ts";
import { tempTree } from "../../support/temp-tree.ts";

/** A folder that exists, and in which the system says of each other one that it is missing. */
const PATH = "/proc/none/here/out.json";

describe.runIf(existsSync("/proc/self"))("the folders of an output", () => {
  const folders = () => {
    const root = tempTree({});
    return { cwd: root, trees: [root] };
  };

  it("are not tried for ever in a folder that takes none", async () => {
    const file = { path: PATH, text: "" };
    const reason = expect.stringContaining("ENOENT");
    expect(await writeOutputFiles(folders(), [file])).toEqual([{ path: PATH, reason }]);
    const created = await createOutputFiles(folders(), [file]);
    expect(created).toEqual([{ path: PATH, state: "failed", reason }]);
    await expect(GrowingOutputFile.create(folders(), PATH, "")).rejects.toThrow("ENOENT");
  });
});
