import type { Diagnostic } from "../../model/diagnostic.ts";
import { pathFault, tidyPath } from "../../shared/paths/posix-path.ts";
import { formatPath, type YamlPath } from "../../shared/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml-source.ts";

/** What the normalizers of one recipe share. */
export interface Normalizing {
  readonly source: YamlSource;
  /** Gets what is wrong. */
  readonly diagnostics: Diagnostic[];
}

/** What the normalizers of steps share. */
export interface StepNormalizing extends Normalizing {
  /** The recipe with inputs in place. Has a `LateText` for each prompt, and for what waits for outputs. */
  readonly value: unknown;
}

/** Paths that stay under the root, tidied. */
export function normalizePaths(
  list: readonly string[],
  at: YamlPath,
  normalizing: Normalizing,
): readonly string[] {
  return list.map((path, index) => normalizePath(path, [...at, index], normalizing));
}

/** A path that stays under the root, tidied. */
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
