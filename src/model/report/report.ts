import type { z } from "zod";
import type { reportSchema } from "./report-schema.ts";

/** What a run did and why; the product of `--format json`. */
export type Report = DeepReadonly<z.infer<typeof reportSchema>>;

/** One pending action and how it ended. */
export type ActionReport = Report["actions"][number];

/** One call of a tool other than `ast_edit`. */
export type CallReport = Report["calls"][number];

/** How far an action came. */
export type ActionState = ActionReport["state"];

export type Totals = Report["totals"];

type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** Why an action ended as it did: the policy's reason, or what went wrong. */
export function whyOf({ state, result, reason }: ActionReport): string | undefined {
  return state === "failed" ? result : reason;
}
