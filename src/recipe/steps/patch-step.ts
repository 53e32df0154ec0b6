import { z } from "zod";
import { PATCH_FORMATS } from "../../model/patch/patch.ts";
import { GIVEN_PATCH, type PatchStep } from "../../model/recipe/call-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { text } from "../../shared/schema/schema-parts.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { normalizePath, normalizePaths, type StepNormalizing } from "./normalize-paths.ts";
import {
  belowPaths,
  type CallKind,
  FILE_KEYS,
  granularityOf,
  perUnit,
  type WrittenCallOf,
  type WrittenKeys,
} from "./step-kind.ts";

const keys = { as: z.enum(PATCH_FORMATS).optional(), ...FILE_KEYS };

type WrittenPatch = WrittenCallOf<string> & WrittenKeys<typeof keys>;

/** `patch`: proposes what a file with a patch, or with fixes, says. */
export const PATCH = {
  noun: "a `patch`",
  schema: text,
  keys,
  takes: ["by"],
  words: {
    patch:
      "A file with the changes to propose, relative to the root: a diff of git, mails of `git format-patch`, a patch " +
      "of Codex, SARIF with `fixes`, or rdjson with suggestions.",
    as: "The form of that file. Default: its content tells.",
  },
  normalize,
  summaryOf: ({ params: { file, paths, per } }) =>
    `proposes the changes of ${file}${belowPaths(paths)}${perUnit(per === "match" ? "hunk" : per)}`,
  deciderOf: ({ params: { file } }) => `${file} says what becomes of each file.`,
} satisfies CallKind<WrittenPatch, PatchStep>;

function normalize(
  { id, value: file, as, paths = [], per }: WrittenPatch,
  at: YamlPath,
  normalizing: StepNormalizing,
): PatchStep {
  const chosen = normalizePaths(paths, [...at, "paths"], normalizing);
  return {
    kind: "patch",
    id,
    params: {
      file: file === GIVEN_PATCH ? file : normalizePath(file, [...at, "patch"], normalizing),
      ...definedOnly({ as }),
      paths: chosen.length === 0 ? ["**"] : chosen,
      per: granularityOf(per) ?? "file",
    },
    place: normalizing.source.placeOf([...at, "patch"]),
  };
}
