import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import type { WrittenAstEdit } from "../schema/ast-edit-schema.ts";
import type { Normalizing } from "./normalize-paths.ts";

/** The files whose blocks end in a line end, so that a replacement needs one. */
const MARKDOWN = /\.(md|mdx|markdown)$|^(markdown|md)$/i;

/** Warns of each `out` in block form that adds a line end to its replacement: `|` where `|-` was meant. */
export function warnOfLineEnds(
  { ops = [], lang = "", paths = [] }: WrittenAstEdit,
  at: YamlPath,
  { source, diagnostics }: Normalizing,
): void {
  if ([lang, ...paths].some((name) => MARKDOWN.test(name))) return;
  for (const [index, { out }] of ops.entries()) {
    const where = [...at, "ops", index, "out"];
    if (typeof out !== "string" || out.trim() === "" || !out.endsWith("\n")) continue;
    if (source.isBlock?.(where) !== true) continue;
    const message = "`out` ends in a line end, which is added to each replacement.";
    const hint = "Write `out: |-`, or `>-` for `>`: it leaves the last line end out.";
    const place = source.placeOf(where);
    diagnostics.push(
      diagnosticAt(place, "line-end-in-out", message, { hint, severity: "warning" }),
    );
  }
}
