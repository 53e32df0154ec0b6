import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { once } from "../../shared/once.ts";

// The content of a rule is checked with the engine, because the engine knows its languages.
const map = () => z.record(z.string(), z.unknown());
const text = () => z.string().trim().min(1);
const anything = () => z.unknown().optional();

const globSchema = () =>
  z.union(
    [z.string(), z.strictObject({ glob: z.string(), caseInsensitive: z.boolean().optional() })],
    "must be a glob, or a map with `glob`",
  );

/** One document of an ast-grep rule file, with every key of the supported version of ast-grep. */
export const writtenRuleSchema = once(() =>
  z.strictObject({
    id: z.string().nullish(),
    language: text(),
    rule: map(),
    constraints: map().nullish(),
    utils: map().nullish(),
    transform: map().nullish(),
    rewriters: z.array(map()).nullish(),
    fix: z
      .union([z.string(), map(), z.array(map())], "must be a text, or a map with `template`")
      .nullish(),
    severity: z.enum(["hint", "info", "warning", "error", "off"]).optional(),
    files: z.array(globSchema()).max(INPUT_LIMITS.globs).nullish(),
    ignores: z.array(globSchema()).max(INPUT_LIMITS.globs).nullish(),
    // For people who read a report of ast-grep.
    message: anything(),
    note: anything(),
    url: anything(),
    metadata: anything(),
    labels: anything(),
  }),
);

/** A utility rule of a project, a file in one of the `utilDirs`. */
export const writtenGlobalUtilSchema = once(() =>
  z.strictObject({
    id: text(),
    language: text(),
    rule: map(),
    utils: map().nullish(),
    arguments: z.array(text()).nullish(),
    constraints: anything(),
    transform: anything(),
    message: anything(),
    note: anything(),
    severity: anything(),
    url: anything(),
    metadata: anything(),
  }),
);

/** `sgconfig.yml` of ast-grep. Sluice uses only the folders of the utility rules, and accepts unknown keys. */
export const writtenSgConfigSchema = once(() =>
  z.looseObject({
    utilDirs: z.array(text()).nullish(),
    customLanguages: anything(),
    languageGlobs: anything(),
    languageInjections: anything(),
  }),
);
