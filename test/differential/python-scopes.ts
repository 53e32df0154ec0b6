import { declareNames } from "../../src/names/python/declare-names.ts";
import { keyOf, numberScopes, type PythonScope } from "../../src/names/python/scope.ts";
import type { ReadScopes } from "../../src/names/python/scope-reader.ts";

/** Returns a line for each scope of a text, as python_scopes.py writes it. */
export function scopeLines(read: ReadScopes, text: string): readonly string[] {
  const { lookup } = declareNames(read);
  const keys = new Map<PythonScope, Set<string>>();
  const kinds = new Map<PythonScope, Map<string, Set<string>>>();
  const add = (scope: PythonScope, key: string, kind?: string) => {
    keys.set(scope, (keys.get(scope) ?? new Set()).add(key));
    if (kind === undefined) return;
    const ofScope = kinds.get(scope) ?? new Map<string, Set<string>>();
    kinds.set(scope, ofScope.set(key, (ofScope.get(key) ?? new Set()).add(kind)));
  };
  for (const { scope, key, binding } of read.bindings) add(scope, key, binding.kind);
  for (const { scope, name, form } of read.uses)
    if (form === "plain") add(scope, keyOf(name, scope));
  return numberScopes(read.module).map((scope) => {
    const all = [...(keys.get(scope) ?? [])].filter((key) => key !== "__class__");
    const isBound = (key: string) => kinds.get(scope)?.has(key) === true;
    const placeOf = (key: string): "local" | "global" | "free" => {
      const directive = scope.entries.get(key)?.directive;
      if (scope.isTop) return isBound(key) ? "local" : "global";
      if (directive !== undefined) return directive === "global" ? "global" : "free";
      if (isBound(key)) return "local";
      const holder = lookup.find(key, scope);
      return holder === undefined || holder.isTop ? "global" : "free";
    };
    const having = (test: (key: string) => boolean | undefined) => all.filter(test).sort().join();
    return [
      isNamed(scope) ? scope.kind : `function:${lineOf(text, scope.start)}`,
      having((key) => placeOf(key) === "local"),
      having((key) => placeOf(key) === "global"),
      having((key) => placeOf(key) === "free"),
      having((key) => kinds.get(scope)?.get(key)?.has("import")),
      having((key) => kinds.get(scope)?.get(key)?.has("parameter")),
    ].join("|");
  });
}

function isNamed({ kind }: PythonScope): boolean {
  return kind === "class" || kind === "module";
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
