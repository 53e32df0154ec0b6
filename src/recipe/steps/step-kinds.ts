import { z } from "zod";
import type { CallKindName, CallStep } from "../../model/recipe/call-step.ts";
import type { RecipeStep } from "../../model/recipe/recipe.ts";
import type { UseStep } from "../../model/recipe/use-step.ts";
import { duration, id, languageNames } from "../../shared/schema/schema-parts.ts";
import { formatSchema } from "../schema/format-schema.ts";
import { AST_EDIT } from "./ast-edit/ast-edit-step.ts";
import { COMMAND } from "./command-step.ts";
import { FIND } from "./find-step.ts";
import { PATCH } from "./patch-step.ts";
import { PROMPT } from "./prompt-step.ts";
import type { CallKind, StepKind, WrittenCallOf } from "./step-kind.ts";
import { TOOL } from "./tool-step.ts";
import { TRANSFORM } from "./transform-step.ts";
import { USES } from "./use-step.ts";

/** The kinds of calls, by the keys that make a step one of them, in the order in which messages name them. */
const CALL_KINDS: {
  readonly [Name in CallKindName]: CallKind<WrittenCallOf<unknown>, CallOf<Name>>;
} = {
  ast_edit: AST_EDIT,
  find: FIND,
  tool: TOOL,
  transform: TRANSFORM,
  command: COMMAND,
  patch: PATCH,
};

/** Keys of steps of several kinds; every step may have `format`. */
const SHARED_KEYS = {
  languages: languageNames.optional(),
  timeout: duration.optional(),
  format: formatSchema.optional(),
  by: z.literal("model").optional(),
};

/** The keys of calls, as written, in the order of the published schema. */
export const callKeys = {
  id: id.optional(),
  ast_edit: AST_EDIT.schema.optional(),
  find: FIND.schema.optional(),
  ...FIND.keys,
  tool: TOOL.schema.optional(),
  ...TOOL.keys,
  ...SHARED_KEYS,
  transform: TRANSFORM.schema.optional(),
  ...TRANSFORM.keys,
  command: COMMAND.schema.optional(),
  ...COMMAND.keys,
  patch: PATCH.schema.optional(),
  ...PATCH.keys,
} satisfies { readonly [Name in CallKindName]: z.ZodType } & Record<string, z.ZodType>;

type CallOf<Name extends CallKindName> = Extract<CallStep, { kind: Name }>;
type AnyCallKind = CallKind<WrittenCallOf<unknown>, CallStep>;
type AnyStep = RecipeStep | UseStep;
type StepOf<Kind extends AnyStep["kind"]> = Extract<AnyStep, { kind: Kind }>;

/** Calls that run at the same time. */
const PARALLEL: StepKind<StepOf<"parallel">> = {
  keys: {},
  takes: ["languages"],
  words: { parallel: "Calls that run concurrently and form one batch." },
  summaryOf: ({ steps }) => `${steps.length} calls at once`,
};

const KINDS: { readonly [Kind in AnyStep["kind"]]: StepKind<StepOf<Kind>> } = {
  ...CALL_KINDS,
  uses: USES,
  parallel: PARALLEL,
  prompt: PROMPT,
};

/** All kinds of steps, by the keys that make a step one of them, in the order in which messages name them. */
export const STEP_KINDS: Readonly<Record<AnyStep["kind"], StepKind<AnyStep>>> = KINDS;

/** The names of the kinds of calls. */
export const CALL_KIND_NAMES = Object.keys(CALL_KINDS) as CallKindName[];
/** The names of all kinds of steps. */
export const STEP_KIND_NAMES = Object.keys(STEP_KINDS) as AnyStep["kind"][];

/** Returns the kind of a call. */
export function callKindOf({ kind }: Pick<CallStep, "kind">): AnyCallKind {
  const kinds: Readonly<Record<CallKindName, AnyCallKind>> = CALL_KINDS;
  return kinds[kind];
}
