import { PythonDeclaration } from "./declaration.ts";
import { Lookup } from "./lookup.ts";
import { numberScopes } from "./scope.ts";
import type { ReadScopes, WrittenBinding } from "./scope-reader.ts";

/** The declarations of a text, sorted by their first places, and the search for the scope of a name. */
export interface DeclaredNames {
  readonly declarations: readonly PythonDeclaration[];
  readonly lookup: Lookup;
}

/** Hands each binding to its scope, and makes a declaration of all that bind one name. */
export function declareNames({ module, bindings }: ReadScopes): DeclaredNames {
  const scopes = numberScopes(module);
  const handedOver: WrittenBinding[] = [];
  for (const written of bindings) {
    const entry = written.scope.entryOf(written.key);
    if (entry.directive === undefined) entry.bindings.push(written.binding);
    else handedOver.push(written);
  }
  const lookup = new Lookup(module, scopes);
  for (const { scope, key, binding } of handedOver) {
    const isGlobal = scope.entries.get(key)?.directive === "global";
    const target = isGlobal ? module : lookup.enclosing(key, scope);
    // Nobody can tell when its function runs.
    target?.entryOf(key).bindings.push({ ...binding, effect: 0, isCertain: false });
  }
  const declarations: PythonDeclaration[] = [];
  for (const scope of scopes)
    for (const entry of scope.entries.values()) {
      const [first, ...others] = entry.bindings.sort((a, b) => a.start - b.start);
      if (first === undefined) continue;
      entry.declaration = new PythonDeclaration(scope, [first, ...others]);
      declarations.push(entry.declaration);
    }
  declarations.sort((a, b) => firstPlace(a) - firstPlace(b));
  return { declarations, lookup };
}

function firstPlace({ places }: PythonDeclaration): number {
  return places[0]?.start ?? 0;
}
