import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { CommandStep } from "../../model/recipe/call-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { programKeys, programWithArguments } from "../../shared/schema/program-schema.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../inputs/fill-outputs.ts";
import { valueAt } from "../inputs/value-at.ts";
import { normalizePath, normalizePaths, type StepNormalizing } from "./normalize-paths.ts";
import {
  belowPaths,
  type CallKind,
  FILE_KEYS,
  granularityOf,
  perUnit,
  placedLanguages,
  type WrittenCallOf,
  type WrittenKeys,
} from "./step-kind.ts";

const { batch, ...others } = programKeys;
const keys = {
  ...FILE_KEYS,
  batch,
  cwd: z.string().trim().min(1).max(INPUT_LIMITS.globLength).optional(),
  ...others,
};

type WrittenCommand = WrittenCallOf<readonly string[]> & WrittenKeys<typeof keys>;

/** `command`: runs a program over a copy of the files. */
export const COMMAND = {
  noun: "a `command`",
  schema: programWithArguments,
  keys,
  takes: ["languages", "timeout", "by"],
  words: {
    command:
      "A program and its arguments, which runs on a copy of the files; `{files}` stands for them. Needs `--allow-code`.",
    batch: "The most files of one start. Default: as many as one command line takes.",
    cwd: "The folder in which the program runs, relative to the root.",
    env: "More environment variables of the program. Each must be allowed by the caller.",
    ok: "The exit codes that are no failure. Default: 0.",
    link: "What git ignores and the program needs, such as `node_modules`, for reading.",
  },
  normalize,
  codeOf: ({ params: { run, env }, place }) => ({ run, env, place }),
  summaryOf: ({ params: { run, paths, per } }) =>
    `runs \`${run.join(" ")}\` on a copy of the files${belowPaths(paths)}${perUnit(per)}`,
  deciderOf: ({ params }) => `It runs \`${params.run[0]}\`, which decides for each file.`,
} satisfies CallKind<WrittenCommand, CommandStep>;

/** The default time limit of all starts of a command. */
const COMMAND_TIMEOUT = "10m";

function normalize(
  { id, value: run, paths = [], per, languages, timeout, ...written }: WrittenCommand,
  at: YamlPath,
  normalizing: StepNormalizing,
): CommandStep {
  const { batch, cwd = ".", env = [], ok = [0], link = [] } = written;
  reportOutputs(at, normalizing);
  const chosen = normalizePaths(paths, [...at, "paths"], normalizing);
  return {
    kind: "command",
    id,
    params: {
      run,
      paths: chosen.length === 0 ? ["**"] : chosen,
      per: granularityOf(per) ?? "step",
      ...definedOnly({ languages, batch }),
      cwd: normalizePath(cwd, [...at, "cwd"], normalizing),
      env,
      ok,
      link: normalizePaths(link, [...at, "link"], normalizing),
      timeout: milliseconds(timeout ?? COMMAND_TIMEOUT),
    },
    place: normalizing.source.placeOf([...at, "command"]),
    languages: placedLanguages(languages, at, normalizing),
  };
}

/** Reports outputs of steps: what a model answers never becomes a part of a program's start. */
function reportOutputs(at: YamlPath, { source, diagnostics, value }: StepNormalizing): void {
  for (const key of ["command", "paths", "cwd", "env", "link"]) {
    const place = [...at, key];
    if (!hasLateText(valueAt(value, place))) continue;
    const reason = "the start of a program is known before any step runs";
    const message = `\`${formatPath(place)}\` cannot be used together with an output of a step: ${reason}.`;
    diagnostics.push(diagnosticAt(source.placeOfKey(place), "invalid-value", message));
  }
}
