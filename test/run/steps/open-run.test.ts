import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import type { RunEvent } from "../../../src/model/events.ts";
import { RUN_DEFAULTS } from "../../../src/request/options/request-fields.ts";
import { openRun } from "../../../src/run/steps/open-run.ts";
import { prepare } from "../../../src/run/steps/prepare.ts";
import { startRun } from "../../../src/run/steps/start-run.ts";
import { ownProcess } from "../../../src/shared/process/own-process.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { gitOnly, SHIPPED_RECIPES } from "../../support/run-cli.ts";
import { setUp } from "../../support/staged-tree.ts";
import { git, writeTree } from "../../support/temp-tree.ts";

it("removes the copy of what is staged if the run cannot begin, and reports the error", async () => {
  const root = setUp();
  writeTree(root, { "a.ts": "f(1);\n" });
  git(root, "add", "a.ts");
  const events: RunEvent[] = [];
  const never = new AbortController().signal;
  const self = { ...ownProcess(process), host: root }; // No other test has scratch trees of this name.
  const world = {
    cwd: root,
    shippedRecipes: SHIPPED_RECIPES,
    env: gitOnly(),
    now: () => 0,
    newRunId: () => "test-run",
    after: () => never,
    self,
    build: "0.0.0",
    interrupted: never,
    timedOut: never,
    emit: (event: RunEvent) => void events.push(event),
  };
  const request = { command: "preview", root, recipes: ["r.yaml"], ...RUN_DEFAULTS } as const;
  const checked = await prepare({ ...request, staged: true, facts: "all" }, world);
  const prefix = `sluice-staged-${sha256(JSON.stringify([root, self.machine, self.pids])).slice(0, 12)}-`;
  const copies = () => readdirSync(tmpdir()).filter((name) => name.startsWith(prefix)).length;
  let open = 0;
  const openSearch = () => {
    open = copies();
    return Promise.reject(new Error("no cache"));
  };
  const run = startRun({ ...checked, openSearch }, undefined);
  expect(await openRun(run)).toBeUndefined();
  expect([open, copies()]).toEqual([1, 0]);
  expect(run.faults).toEqual([expect.stringContaining("no cache")]);
  expect(events.at(-1)).toEqual({ type: "fault", detail: expect.stringContaining("no cache") });
});
