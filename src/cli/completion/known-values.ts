import { resolve } from "node:path";
import type { CliWorld } from "../cli-world.ts";
import type { Candidate, KnownValues } from "./candidates.ts";

/** Names that a shell takes as they are. Others, which a tree of strangers may have, are not completed. */
const PLAIN = /^[\p{L}\p{N}_@.:/+-]+$/u;

/** The time that a person waits for a word. */
const PATIENCE = 2000;

/** Finds the values that depend on the tree, for a command line with these words. Nothing of the tree is run. */
export function knownValues(words: readonly string[], world: CliWorld): KnownValues {
  const root = resolve(world.cwd, rootIn(words) ?? ".");
  return {
    recipes: () =>
      orNone(async () => {
        const { SHIPPED } = await import("../../config/sources/locate-recipe.ts");
        const { listRecipes } = await import("../../author/list-recipes.ts");
        const signal = AbortSignal.any([world.interrupted, world.after(PATIENCE)]);
        const request = { root, trust: "all", base: undefined } as const;
        const recipes = await listRecipes(request, world, signal);
        if (recipes === undefined || "fault" in recipes) return [];
        return recipes.flatMap(({ name, description: about, origin }) => [
          { value: name, about },
          ...(origin === "shipped" ? [{ value: `${SHIPPED}${name}`, about }] : []),
        ]);
      }),
    runs: () =>
      orNone(async () => {
        const { listRunFolders } = await import("../../apply/state/run-folder.ts");
        const ids = listRunFolders(root).map(({ id }) => ({ value: id }));
        return [{ value: "last", about: "The newest" }, ...ids.reverse().slice(0, 20)];
      }),
    policies: () =>
      orNone(async () => {
        const { BUILT_IN_POLICIES } = await import("../../policy/built-in-policies.ts");
        return BUILT_IN_POLICIES.map(({ name, summary }) => ({ value: name, about: summary }));
      }),
    languages: () =>
      orNone(async () => {
        const { supportedLanguages } = await import("../../edit/language/language.ts");
        return supportedLanguages().map((value) => ({ value }));
      }),
  };
}

/** A completion tells of no error: where a value cannot be found, the person types it, and the command says why. */
async function orNone(find: () => Promise<readonly Candidate[]>): Promise<readonly Candidate[]> {
  try {
    return (await find()).filter(({ value }) => PLAIN.test(value));
  } catch {
    return [];
  }
}

function rootIn(words: readonly string[]): string | undefined {
  const inline = words.find((word) => word.startsWith("--root="));
  if (inline !== undefined) return inline.slice("--root=".length);
  const index = words.indexOf("--root");
  return index === -1 ? undefined : words[index + 1];
}
