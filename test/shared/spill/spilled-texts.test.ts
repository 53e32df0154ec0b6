import { mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SpilledTexts } from "../../../src/shared/spill/spilled-texts.ts";
import { tempTree } from "../../support/temp-tree.ts";

function folders() {
  const base = realpathSync(tempTree({}));
  for (const name of ["root", "root/tmp", "tmp"]) mkdirSync(join(base, name));
  return { root: join(base, "root"), temporary: join(base, "tmp") };
}

function open(
  root: string,
  temporary: string,
  onFallback: (why: string) => void = () => undefined,
) {
  const env = { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  return new SpilledTexts({ root, env, runId: "r", inMemory: 100, onFallback });
}

const TEXTS = [
  "a",
  "",
  "x".repeat(99),
  "é\u2028😀".repeat(50),
  "\ud800".repeat(70),
  "y".repeat(400_000),
];

it("returns each text exactly as it was given, from memory and from a file without a name", () => {
  const { root, temporary } = folders();
  const texts = open(root, temporary);
  const handles = [...TEXTS, ...TEXTS].map((text) => texts.keep(text));
  expect(texts.isFull).toBe(true);
  expect(handles.map((handle) => handle.text())).toEqual([...TEXTS, ...TEXTS]);
  expect(readdirSync(temporary)).toEqual([]);
});

it("never makes its file inside of the root, also where the temporary folder is a link into it", () => {
  const { root, temporary } = folders();
  const link = join(temporary, "link");
  symlinkSync(join(root, "tmp"), link);
  for (const inside of [join(root, "tmp"), link]) {
    const faults: string[] = [];
    const texts = open(root, inside, (why) => faults.push(why));
    const handles = TEXTS.map((text) => texts.keep(text));
    expect(handles.map((handle) => handle.text())).toEqual(TEXTS); // In the usual folder.
    expect(faults).toEqual([]);
  }
});

it("keeps texts in memory, and says why, where no file can be made or written", () => {
  const { root } = folders();
  const faults: string[] = [];
  const texts = new SpilledTexts({
    root: "/",
    env: { TMPDIR: join(root, "missing") },
    runId: "r",
    inMemory: 0,
    onFallback: (why) => faults.push(why),
  });
  const handles = TEXTS.map((text) => texts.keep(text));
  expect(handles.map((handle) => handle.text())).toEqual(TEXTS);
  expect(texts.isFull).toBe(false);
  expect(faults).toEqual(["there is no temporary folder outside of the root"]);
});
