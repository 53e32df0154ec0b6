import type { CommandStep } from "../../model/recipe/call-step.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import { hasLateText } from "../inputs/fill-outputs.ts";
import { valueAt } from "../inputs/value-at.ts";
import type { WrittenCall } from "../schema/step-schema.ts";
import { normalizePath, normalizePaths, type StepNormalizing } from "./normalize-paths.ts";

/** The default time limit of all starts of a command. */
const COMMAND_TIMEOUT = "10m";

/** A written call of a program, with the languages that count for it. */
interface WrittenCommand extends Omit<WrittenCall, "languages" | "command"> {
  readonly id: string;
  readonly command: readonly string[];
  readonly languages?: readonly string[] | undefined;
}

/** Written → resolved, for a call of a program over files. */
export function normalizeCommand(
  { id, command, paths = [], per, languages, timeout, ...written }: WrittenCommand,
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
      run: command,
      paths: chosen.length === 0 ? ["**"] : chosen,
      per: per ?? "step",
      ...definedOnly({ languages, batch }),
      cwd: normalizePath(cwd, [...at, "cwd"], normalizing),
      env,
      ok,
      link: normalizePaths(link, [...at, "link"], normalizing),
      timeout: milliseconds(timeout ?? COMMAND_TIMEOUT),
    },
    place: normalizing.source.placeOf([...at, "command"]),
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
