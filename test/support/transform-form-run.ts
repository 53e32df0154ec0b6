import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RunEvent } from "../../src/model/events.ts";
import type { RunRequest } from "../../src/request/request.ts";
import { THREADS } from "./cached-run.ts";
import { runWith } from "./run-request.ts";
import { snapshot, type Tree, tempRepository, tempTree } from "./temp-tree.ts";

const PACKAGES = resolve(import.meta.dirname, "../../node_modules");

const recipe = (step: string) => `version: 1\nname: r\nsteps:\n  - ${step}\n`;

/** Runs a transform over a tree that has the packages of this repository. */
export async function run(step: string, tree: Tree, request: Partial<RunRequest> = {}) {
  const files = { "recipe.yaml": recipe(step), ".gitignore": "node_modules\n", ...tree };
  const root = request.since === undefined ? tempTree(files) : tempRepository(files);
  symlinkSync(PACKAGES, join(root, "node_modules"), "junction");
  const before = snapshot(root);
  const logs: string[] = [];
  const onEvent = (event: RunEvent) => event.type === "log" && logs.push(event.message);
  const asked = { policy: "apply-all", allowCode: true, ...request };
  const report = await runWith(root, asked, onEvent, { threads: THREADS });
  const alerts = report.alerts.flatMap(({ level, message }) => (level === "error" ? message : []));
  return { root, before, report, alerts, logs };
}
