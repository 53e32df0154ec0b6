import type { Diagnostic } from "../model/diagnostic.ts";
import type { FileGlob } from "../model/edit.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { rustGlobFault } from "../shared/paths/rust-glob.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml/yaml-source.ts";

/** The globs of a key, as a rule file has them. */
type WrittenGlobs = readonly (string | { glob: string; caseInsensitive?: boolean | undefined })[];

/** Reports the globs that ast-grep would not take. */
export function findWrongGlobs(
  lists: Readonly<Record<string, WrittenGlobs | null | undefined>>,
  source: YamlSource,
): readonly Diagnostic[] {
  return Object.entries(lists).flatMap(([key, globs]) =>
    (globs ?? []).flatMap((glob, index) => {
      const fault = rustGlobFault(normalizeGlob(glob).glob);
      if (fault === undefined) return [];
      const place = source.placeOf([key, index]);
      return [diagnosticAt(place, "invalid-value", `\`${key}[${index}]\` ${fault}.`)];
    }),
  );
}

/** Returns a glob of a rule file in its long form. */
export function normalizeGlob(
  written: string | { glob: string; caseInsensitive?: boolean | undefined },
): FileGlob {
  return typeof written === "string" ? { glob: written } : definedOnly(written);
}
