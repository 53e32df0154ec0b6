import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOfPlan } from "../../src/plan-file/plan.ts";

/** A plan as its JSON says it, to be changed into what it must not be. */
// biome-ignore lint/suspicious/noExplicitAny: a forger is held back by no type
export type RawPlan = Record<string, any>;

/** Changes a plan file as somebody would who knows how its digest is made. */
export function forgePlan(folder: string, forge: (plan: RawPlan) => unknown): void {
  const file = join(folder, "plan.json");
  const plan = JSON.parse(readFileSync(file, "utf8")) as RawPlan;
  forge(plan);
  writeFileSync(file, JSON.stringify({ ...plan, digest: digestOfPlan(plan) }, null, 2));
}

/** Changes the text of a plan file as anybody would. */
export function damagePlan(folder: string, damage: (text: string) => string | Uint8Array): void {
  const file = join(folder, "plan.json");
  writeFileSync(file, damage(readFileSync(file, "utf8")));
}
