import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RecordingFile } from "../../../src/config/prepare/recording-file.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";

it("tries again after a recording could not be created", async () => {
  const root = tempTree({});
  const inTheWay = join(root, "cassette.json");
  mkdirSync(inTheWay);
  const file = new RecordingFile({ cwd: root, trees: [root] }, "cassette.json");
  await expect(file.check()).rejects.toThrow("The recording cassette.json cannot be written");
  rmSync(inTheWay, { recursive: true });
  await file.check();
  await file.append('{"turn":0}\n');
  expect(readText(root, "cassette.json")).toMatch(/^\{"kind":"sluice-cassette".*\n\{"turn":0\}\n$/);
});
