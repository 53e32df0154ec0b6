import { z } from "zod";
import type { CallStep, Granularity, ToolStep } from "../../model/recipe/call-step.ts";
import type { PlaceInText } from "../../model/recipe/recipe.ts";
import { isRecord } from "../../shared/is-record.ts";
import { globs } from "../../shared/schema/schema-parts.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { StepNormalizing } from "./normalize-paths.ts";

/** A kind of step: everything about it that is fixed before it runs. */
export interface StepKind<Step> {
  /** The key that makes a step one of this kind, for messages: "a `command`". */
  readonly noun?: string;
  /** Further keys of such steps, as written, without those of all steps. Several kinds may have one key. */
  readonly keys: Readonly<Record<string, z.ZodType>>;
  /** The keys of several kinds that such steps may have. */
  readonly takes: readonly ("languages" | "timeout" | "with" | "by")[];
  /** Sentences about the keys, for the published schema. */
  readonly words: Readonly<Record<string, string>>;
  /** Says what a step does, for `sluice show`. */
  summaryOf(step: Step): string;
  /** Says who decides what becomes of a file. Absent: the ops of the step, or its calls. */
  deciderOf?(step: Step): string;
}

/** A kind of step that is one call. */
export interface CallKind<Written, Step> extends StepKind<Step> {
  /** The value of the key that makes a step one of this kind, as written. */
  readonly schema: z.ZodType;
  /** Written → resolved. `at` is the path of the step. A call that waits for outputs may become that of a tool. */
  normalize(written: Written, at: YamlPath, normalizing: StepNormalizing): Step | ToolStep;
  /** Returns the code that a step starts. Absent: steps of this kind start none. */
  codeOf?(step: Step): StepCode;
}

/** Code that a step starts: a module, or a program with its arguments and the variables that it gets. */
type StepCode = { readonly place: PlaceInText } & (
  | { readonly module: string }
  | { readonly run: readonly string[]; readonly env: readonly string[] }
);

/** A call as written, for the normalizer of its kind. */
export interface WrittenCallOf<Value> {
  readonly id: string;
  /** The value of the key that makes it a call of its kind. */
  readonly value: Value;
  /** Its own languages, or those of the group around it. */
  readonly languages?: readonly string[] | undefined;
  readonly timeout?: string | undefined;
}

/** The keys of a kind, as a normalizer gets them. */
export type WrittenKeys<Keys extends z.ZodRawShape> = z.infer<z.ZodObject<Keys>>;

/** Keys of calls that run code over files. */
export const FILE_KEYS = {
  paths: globs.min(1).optional(),
  per: z.enum(["step", "file", "match", "hunk"]).optional(),
};

/** Returns the unit of actions: a match of code over files is one stretch of changed lines, a hunk. */
export function granularityOf(
  per: "step" | "file" | "match" | "hunk" | undefined,
): Granularity | undefined {
  return per === "hunk" ? "match" : per;
}

/** The default time limit of a call of a tool. */
export const CALL_TIMEOUT = "5m";

/** Returns the parameters of a call as written; an empty record if there are none. */
export function paramsAt(value: unknown, path: YamlPath): Readonly<Record<string, unknown>> {
  const params = valueAt(value, path);
  return isRecord(params) ? params : {};
}

/** Returns the languages that a call names with their places. */
export function placedLanguages(
  languages: readonly string[] = [],
  at: YamlPath,
  { source }: StepNormalizing,
): NonNullable<CallStep["languages"]> {
  return languages.map((language, index) => ({
    language,
    place: source.placeOf([...at, "languages", index]),
  }));
}

/** Names the paths of a step over files, unless it is for all files. */
export function belowPaths(paths: readonly string[]): string {
  return paths.join() === "**" ? "" : ` in ${paths.join(", ")}`;
}

/** Names the content of an action, unless one action has the whole step. */
export function perUnit(per: string): string {
  return per === "step" ? "" : `; one action per ${per}`;
}
