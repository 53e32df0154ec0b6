import { FACT_ROWS, type Facts, factsFrom } from "../../model/action/facts.ts";
import { LISTED_LOSSES } from "../../model/action/file-losses.ts";
import type { StepName } from "../../model/step-name.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { addTo } from "../../shared/lists/add-to.ts";

type KnownFacts = Readonly<Record<string, unknown>>;

/** An action of a shard. */
interface KnownAction {
  readonly files: readonly string[];
  readonly facts: KnownFacts;
}

/** The facts of the actions of shards that come from the texts, git, the tree and the run. */
export class KnownActions {
  readonly #byId = new Map<string, KnownFacts>();
  /** By call and file. */
  readonly #byFile = new Map<string, KnownAction[]>();

  add({ id, recipe, step, facts }: Plan["actions"][number]): void {
    const action: KnownAction = {
      files: facts.files,
      facts: factsFrom(["text", "git", "tree", "run"], facts as Facts), // Of its schema.
    };
    this.#byId.set(id, action.facts);
    for (const path of facts.files) addTo(this.#byFile, keyOf({ recipe, step }, path), action);
  }

  /** Returns the facts of an action whose files are exactly those of actions of one call; undefined if they are not. */
  of({
    id,
    files,
    ...step
  }: StepName & Pick<Facts, "files"> & { readonly id: string }): Partial<Facts> | undefined {
    const own = this.#byId.get(id);
    if (own !== undefined) return own;
    const parts = new Set<KnownAction>();
    for (const path of files) {
      const [part, ...others] = this.#byFile.get(keyOf(step, path)) ?? [];
      if (part === undefined || others.length > 0) return undefined;
      parts.add(part);
    }
    const covered = [...parts].reduce((sum, part) => sum + part.files.length, 0);
    return covered === files.length ? joinFacts([...parts], files) : undefined;
  }
}

function keyOf({ recipe, step }: StepName, path: string): string {
  return JSON.stringify([recipe, step, path]);
}

/** Joins the facts of actions, by their rows; one that is not known of each is not known. */
function joinFacts(parts: readonly KnownAction[], files: readonly string[]): Partial<Facts> {
  const [first, ...others] = parts.map(({ facts }) => facts);
  const names = Object.keys(first ?? {}).filter((name) => others.every((part) => name in part));
  return Object.fromEntries(
    names.map((name) => [
      name,
      joinFact(
        name,
        parts.map(({ facts }) => facts[name]),
        files,
      ),
    ]),
  );
}

function joinFact(name: string, values: readonly unknown[], files: readonly string[]): unknown {
  const { joined, of } = FACT_ROWS[name] ?? {};
  switch (joined) {
    case "any":
      return values.includes(true);
    case "latest":
      return [...values].sort().at(-1); // Times of ISO 8601.
    case "least":
      return Math.min(...(values as number[]));
    case "all": {
      const all = new Set(values.flat());
      return of === "paths" ? files.filter((path) => all.has(path)) : [...all].sort();
    }
    case "places":
      return joinPlaces(values as (readonly string[])[], files);
    default:
      throw new Error(`The fact ${name} of several shards cannot be joined.`);
  }
}

/** Joins lists of places, each cut to the most that a fact lists: what is cut is after the places that are joined. */
function joinPlaces(
  values: readonly (readonly string[])[],
  files: readonly string[],
): readonly string[] {
  const all = values.flat();
  const more = all.reduce((sum, place) => sum + Number(MORE.exec(place)?.[1] ?? 0), 0);
  const ofFile = (path: string) => all.filter((place) => place.startsWith(`${path}:`));
  const places = files.flatMap(ofFile);
  const first = places.slice(0, LISTED_LOSSES);
  const others = places.length - first.length + more;
  return others > 0 ? [...first, `${others} more`] : first;
}

const MORE = /^(\d+) more$/;
