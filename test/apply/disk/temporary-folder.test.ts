import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeTemporaryFolder } from "../../../src/apply/disk/temporary-folder.ts";
import { ownProcess } from "../../../src/shared/process/own-process.ts";
import { processStatus } from "../../../src/shared/process/process-status.ts";
import { tempFolder } from "../../support/temp-tree.ts";

const self = ownProcess(process);

it("removes the folders of processes that are gone, whatever they were for, and nothing else", async () => {
  const place = tempFolder();
  vi.stubEnv("TMPDIR", place);
  onTestFinished(() => void vi.unstubAllEnvs());
  const own = basename(await makeTemporaryFolder("code", self));
  const named = (pid: number, started: string, letters: string) =>
    own.replace(/-\d+-\d+-\w{6}$/, `-${pid}-${started}-${letters}`);
  const started = processStatus(process.ppid)?.started ?? "0";
  const kept = [
    named(process.ppid, started, "aaaaaa"),
    named(process.ppid, "0", "bbbbbb"),
    named(999_999_999, "1", "cccccc").replace(/-[0-9a-f]{12}-/, "-000000000000-"),
    named(999_999_999, "1", "toolong"),
    "sluice-code-999999999",
  ];
  const gone = [
    named(999_999_999, "1", "dddddd"),
    named(999_999_999, "1", "eeeeee").replace("-code-", "-shadow-"),
    ...(started === "0" ? [] : [named(process.ppid, `1${started}`, "ffffff")]),
  ];
  for (const name of [...kept, ...gone]) mkdirSync(join(place, name, "tree"), { recursive: true });
  const [file, link] = [named(999_999_999, "1", "gggggg"), named(999_999_999, "1", "hhhhhh")];
  writeFileSync(join(place, file), "");
  symlinkSync(place, join(place, link));
  const next = basename(await makeTemporaryFolder("commit", self));
  expect(readdirSync(place).sort()).toEqual([own, next, ...kept, file, link].sort());
});
