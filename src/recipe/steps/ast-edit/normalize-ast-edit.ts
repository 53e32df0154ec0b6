import type { EditOp, ImportChanges, MeantNames } from "../../../model/edit.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { formatPath, type YamlPath } from "../../../shared/yaml/yaml-path.ts";
import { diagnosticAt } from "../../../shared/yaml/yaml-source.ts";
import { type Normalizing, normalizePaths } from "../normalize-paths.ts";
import type { WrittenAstEdit, WrittenImports, WrittenOp } from "./ast-edit-schema.ts";

/** The files whose blocks end in a line end, so that a replacement needs one. */
const MARKDOWN = /\.(md|mdx|markdown)$|^(markdown|md)$/i;

/** Written → resolved: adds defaults and checks rules that concern several fields. `at` is the path of the call. */
export function normalizeAstEdit(
  written: WrittenAstEdit,
  at: YamlPath,
  normalizing: Normalizing,
): AstEditParams {
  reportDuplicatePatterns(written, at, normalizing);
  warnOfLineEnds(written, at, normalizing);
  const {
    ops = [],
    rules = [],
    paths = [],
    selector,
    strictness,
    parens,
    leftovers,
    names,
    per,
    passes,
    failOnParseError,
    onParseError,
    editGenerated,
    ...limits
  } = written;
  const ofStep = { selector, strictness, parens, leftovers, names };
  const chosenPaths = normalizePaths(paths, [...at, "paths"], normalizing);
  const idOf = (index: number) => opId([...at, "ops", index], normalizing);
  const classes = ops.flatMap((op, index) => (op.class ? [[idOf(index), op.class] as const] : []));
  return {
    ...definedOnly(limits),
    ops: ops.map((op, index) => normalizeOp(op, idOf(index), ofStep)),
    rules: normalizePaths(rules, [...at, "rules"], normalizing),
    paths: chosenPaths.length === 0 ? ["**"] : chosenPaths,
    ...definedOnly({ parens, leftovers, names: names && meantNames(names) }),
    ...(classes.length === 0 ? {} : { classes: Object.fromEntries(classes) }),
    per: per ?? "step",
    passes: passes ?? 1,
    onParseError: onParseError ?? (failOnParseError === true ? "fail" : "skip"),
    editGenerated: editGenerated ?? false,
  };
}

/** Returns the id of an op: its path below the call, as the recipe has it. */
function opId(at: YamlPath, { source }: Normalizing): string {
  const written = source.writtenPath?.(at) ?? at;
  return formatPath(written.slice(-2));
}

/** Written → resolved: adds what the step gives to all ops; `selector` and `strictness` to those with a pattern. */
function normalizeOp(
  {
    pat,
    rule,
    out: written,
    selector,
    strictness,
    layout,
    parens,
    leftovers,
    names,
    keepImports,
    deleteLines,
    imports,
    rename,
    class: _class,
    ...ruleParts
  }: WrittenOp,
  id: string,
  ofStep: Pick<WrittenOp, "selector" | "strictness" | "parens" | "leftovers" | "names">,
): EditOp {
  if (imports !== undefined) return { kind: "imports", id, imports: normalizeImports(imports) };
  if (rename !== undefined) {
    const { name: pat, to: out, kind, exports } = rename;
    const renamed = definedOnly({ kind, exports: exports === true ? (true as const) : undefined });
    const told = definedOnly({ leftovers: leftovers ?? ofStep.leftovers });
    return { kind: "pattern", id, pat, out, rename: renamed, ...told };
  }
  const out = written ?? "";
  const how = {
    ...{ layout, parens: parens ?? ofStep.parens, leftovers: leftovers ?? ofStep.leftovers },
    deleteLines: deleteLines === true ? (true as const) : undefined,
    names: names || ofStep.names ? meantNames({ ...ofStep.names, ...names }) : undefined,
    keepImports: keepImports === true ? (true as const) : undefined,
  };
  if (rule !== undefined)
    return { kind: "rule", id, rule, out, ...definedOnly({ ...how, ...ruleParts }) };
  if (pat === undefined || typeof out !== "string")
    throw new Error("An op without a pattern and a rule passed the schema.");
  const selecting = {
    selector: selector ?? ofStep.selector,
    strictness: strictness ?? ofStep.strictness,
  };
  return { kind: "pattern", id, pat, out, ...definedOnly({ ...selecting, ...how }) };
}

/** Written → resolved: a module with one name becomes a list. */
function meantNames(written: NonNullable<WrittenOp["names"]>): MeantNames {
  const meant = Object.entries(written).map(([name, meaning]) => {
    if (typeof meaning === "string") return [name, meaning] as const;
    const from = typeof meaning.from === "string" ? [meaning.from] : meaning.from;
    return [name, { from, export: meaning.export }] as const;
  });
  return Object.fromEntries(meant);
}

/** Reports a repeated pattern, because it could never match the second time (A4). */
function reportDuplicatePatterns(
  { ops = [] }: WrittenAstEdit,
  at: YamlPath,
  { source, diagnostics }: Normalizing,
): void {
  const indexes = new Map<string, number>();
  for (const [index, op] of ops.entries()) {
    if (op.pat === undefined) continue;
    const key = JSON.stringify([op.pat, op.selector, op.strictness]);
    const earlier = indexes.get(key);
    if (earlier === undefined) {
      indexes.set(key, index);
      continue;
    }
    const where = [...at, "ops", index, "pat"];
    const first = opId([...at, "ops", earlier], { source, diagnostics });
    const message = `\`${formatPath(source.writtenPath?.(where) ?? where)}\` is the same pattern as \`${first}.pat\`.`;
    diagnostics.push(diagnosticAt(source.placeOf(where), "invalid-value", message));
  }
}

/** Written → resolved: `a as b` becomes a pair, and what is removed without names is the whole import. */
export function normalizeImports({ add, remove, merge, when }: WrittenImports): ImportChanges {
  return {
    add: (add ?? []).map(({ from, default: whole, namespace, names = [], type = false }) => ({
      from,
      ...definedOnly({ default: whole, namespace }),
      names: names.map(pairOf),
      type,
    })),
    remove: (remove ?? []).map(({ from, names = [], ifUnused = false, ...whole }) => {
      const { default: isDefault = false, namespace = false } = whole;
      const all = names.length === 0 && !isDefault && !namespace;
      return { from, names, default: isDefault, namespace, all, ifUnused };
    }),
    merge: merge ?? false,
    when: when ?? "matched",
  };
}

function pairOf(written: string): readonly [imported: string, local: string] {
  const [imported = "", local = imported] = written.split(" as ");
  return [imported, local];
}

/** Warns of each `out` in block form that adds a line end to its replacement: `|` where `|-` was meant. */
function warnOfLineEnds(
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
