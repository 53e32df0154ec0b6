import type { z } from "zod";
import { LateText } from "../model/recipe/prompt-step.ts";
import { isRecord } from "../shared/is-record.ts";
import type { YamlPath } from "../shared/yaml/yaml-path.ts";
import type { YamlSource } from "../shared/yaml/yaml-source.ts";
import { withPlaceholders } from "./inputs/placeholder-texts.ts";
import { valueAt } from "./inputs/value-at.ts";
import { type WrittenRecipe, writtenRecipeSchema } from "./recipe-schema.ts";

/** The parts of an invalid recipe that its schema accepts: they are checked further, and never run. */
export interface DraftRecipe {
  readonly written: WrittenRecipe;
  /** Has the places of the file for paths in the draft. */
  readonly source: YamlSource;
  /** The value of the recipe without the parts that were left out, with its late texts. */
  readonly value: unknown;
}

/** A fault takes the map around it along if its key is required, and so on: no recipe is nested deeper. */
const MAX_ROUNDS = 12;

/**
 * Leaves out of a recipe what its schema refuses: unknown keys, invalid values, and what is incomplete without them.
 * Undefined if nothing is left.
 */
export function draftRecipe(value: unknown, source: YamlSource): DraftRecipe | undefined {
  if (!isRecord(value)) return undefined;
  const whole = { ...value, version: 1 };
  const removed = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { value: pruned, originalOf } = prune(whole, removed);
    const parsed = writtenRecipeSchema.safeParse(withPlaceholders(pruned));
    if (parsed.success) {
      const { data: written } = parsed;
      return { written, source: placedSource(source, originalOf), value: pruned };
    }
    const faulty = parsed.error.issues.flatMap((issue) => faultyPaths(issue, pruned));
    if (faulty.some((path) => path.length === 0)) return undefined;
    for (const path of faulty) removed.add(keyOf(originalOf(path)));
  }
  return undefined;
}

/** Returns the paths to leave out: unknown keys, an invalid value, or the map that lacks a key. */
function faultyPaths(issue: z.core.$ZodIssue, value: unknown): readonly YamlPath[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...path, key]);
  return [valueAt(value, path) === undefined ? path.slice(0, -1) : path];
}

/** A value without some of its parts. */
interface Pruned {
  readonly value: unknown;
  /** Returns the path that a path in the value had before. */
  readonly originalOf: (path: YamlPath) => YamlPath;
}

function prune(whole: unknown, removed: ReadonlySet<string>): Pruned {
  const indexes = new WeakMap<object, readonly number[]>();
  const copy = (value: unknown, at: YamlPath): unknown => {
    const isKept = (part: string | number) => !removed.has(keyOf([...at, part]));
    if (Array.isArray(value)) {
      const kept = [...value.keys()].filter(isKept);
      const list = kept.map((index) => copy(value[index], [...at, index]));
      indexes.set(list, kept);
      return list;
    }
    if (!isRecord(value) || value instanceof LateText) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => isKept(key))
        .map(([key, item]) => [key, copy(item, [...at, key])]),
    );
  };
  const value = copy(whole, []);
  const originalOf = (path: YamlPath): YamlPath =>
    path.map((part, index) => {
      const parent = valueAt(value, path.slice(0, index));
      const kept = Array.isArray(parent) ? indexes.get(parent) : undefined;
      return (typeof part === "number" ? kept?.[part] : undefined) ?? part;
    });
  return { value, originalOf };
}

function placedSource(source: YamlSource, originalOf: Pruned["originalOf"]): YamlSource {
  return {
    ...source,
    placeOf: (path) => source.placeOf(originalOf(path)),
    placeOfKey: (path) => source.placeOfKey(originalOf(path)),
    writtenPath: originalOf,
  };
}

function keyOf(path: YamlPath): string {
  return JSON.stringify(path);
}
