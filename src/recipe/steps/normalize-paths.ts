import type { Diagnostic } from "../../model/diagnostic.ts";
import type { OpSettings, WrittenMap } from "../../model/edit.ts";
import type { ChangeClass } from "../../model/recipe/change-class.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import { pathFault, tidyPath } from "../../shared/paths/posix-path.ts";
import { formatPath, type YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";

/** The state that the normalizers of one recipe share. */
export interface Normalizing {
  readonly source: YamlSource;
  /** The problems so far. Normalizers add to it. */
  readonly diagnostics: Diagnostic[];
}

/** The state that the normalizers of steps share. */
export interface StepNormalizing extends Normalizing {
  /** The recipe with inputs in place. It has a `LateText` for each prompt, and for each text that waits for outputs. */
  readonly value: unknown;
  /** The utility rules of the recipe, by id. */
  readonly utils: WrittenMap;
  /** The settings of steps that do not say. */
  readonly ofSteps?: { readonly [Name in keyof OpSettings]: OpSettings[Name] | undefined } & {
    readonly class?: ChangeClass | undefined;
  };
  /** The formatters of steps that name none. */
  readonly format?: readonly FormatParams[] | undefined;
}

/** Tidies paths. Reports a path that leaves the root. */
export function normalizePaths(
  list: readonly string[],
  at: YamlPath,
  normalizing: Normalizing,
): readonly string[] {
  return list.map((path, index) => normalizePath(path, [...at, index], normalizing));
}

/** Tidies a path. Reports it if it leaves the root. */
export function normalizePath(
  path: string,
  at: YamlPath,
  { source, diagnostics }: Normalizing,
): string {
  const fault = pathFault(path);
  if (fault !== undefined) {
    const message = `\`${formatPath(at)}\`: the path \`${path}\` ${fault}.`;
    diagnostics.push(diagnosticAt(source.placeOf(at), "path-out-of-root", message));
  }
  return tidyPath(path);
}
