import type { Facts } from "../../src/model/action/facts.ts";
import type { CiFacts } from "../../src/model/policy/ci-facts.ts";
import { factsOf } from "./facts.ts";
import type { seededRandom } from "./seeded-random.ts";

type Random = ReturnType<typeof seededRandom>;
type Written = Record<string, unknown>;

const PATHS = ["src/a.ts", "src/b.ts", "src/lib/c.py", "test/a.ts", "docs/a.md", "vendor/x.js"];
const GLOBS = ["src/**", "src", "**/*.ts", "test/**", "docs/**", "**", "vendor/**", "src/a.ts"];
const NAMES = ["one", "two", "three-x"];
const NAME_GLOBS = ["one", "t*", "*", "**", "three-x", "none"];
const EXPRESSIONS = [
  "facts.replacements > 2",
  "facts.files.exists(f, f.startsWith('src/'))",
  "size(facts.owners) == 1 && !ci.fork",
  "ci.event == 'push' || facts.fromModel",
];

/** Returns random conditions as they are written, a few at a time; `depth` is that of those inside of others. */
export function randomConditions(random: Random, depth = 2): Written {
  const kinds = depth === 0 ? SIMPLE : [...SIMPLE, "any", "all", "not"];
  const names = Array.from({ length: 1 + random.below(3) }, () => random.pick(kinds));
  return Object.fromEntries(names.map((name) => [name, conditionOf(name, random, depth)]));
}

const SIMPLE = [
  ...["recipe", "lang", "allFiles", "anyFile", "maxFiles", "maxReplacements", "maxLines"],
  ...["files", "fileCount", "newFiles", "replacements", "additions", "idempotent", "owners"],
  ...["commentsLost", "dirtyFiles", "fromModel", "touchesChangedLines", "ci", "expr"],
];

function conditionOf(name: string, random: Random, depth: number): unknown {
  const { below, pick } = random;
  const some = <T extends {}>(values: readonly T[]) => [pick(values), pick(values)].slice(below(2));
  const inner = () => randomConditions(random, depth - 1);
  switch (name) {
    case "any":
    case "all":
      return Array.from({ length: 1 + below(2) }, inner);
    case "not":
      return inner();
    case "expr":
      return pick(EXPRESSIONS);
    case "ci":
      return pick([{ fork: false }, { event: ["push"] }, { event: ["p*"], branch: ["main"] }]);
    case "recipe":
      return some(NAME_GLOBS);
    case "lang":
      return some(["typescript", "python"]);
    case "allFiles":
    case "anyFile":
      return some(GLOBS);
    case "maxFiles":
    case "maxReplacements":
    case "maxLines":
      return below(6);
    case "fileCount":
    case "replacements":
    case "additions":
      return pick([below(4), { min: below(3) }, { max: below(4) }, { min: 1, max: 1 + below(3) }]);
    case "commentsLost":
      return pick([true, false, { count: below(2) }]);
    case "idempotent":
    case "fromModel":
    case "touchesChangedLines":
      return pick([true, false]);
    default: {
      const globs = () => some(name === "owners" ? NAME_GLOBS : GLOBS);
      const map = pick([
        { any: globs() },
        { all: globs() },
        { none: globs() },
        { count: below(3) },
      ]);
      return pick([true, false, globs(), map, { any: globs(), count: { max: 1 + below(3) } }]);
    }
  }
}

/** Returns random facts; some of them are not known. */
export function randomFacts(random: Random): { readonly facts: Facts; readonly ci: CiFacts } {
  const { below, pick } = random;
  const list = <T extends {}>(values: readonly T[], least = 0) => [
    ...new Set(Array.from({ length: least + below(3) }, () => pick(values))),
  ];
  const files = list(PATHS, 1).sort();
  const replacements = below(6);
  const maybe = <T>(value: T): T | undefined => (below(5) === 0 ? undefined : value);
  const isNameless = below(12) === 0;
  const facts = {
    ...factsOf(),
    recipe: pick(NAMES),
    files: isNameless ? [] : files,
    fileCount: isNameless ? 0 : files.length,
    replacements: isNameless ? undefined : replacements,
    additions: maybe(below(4)),
    deletions: maybe(below(4)),
    languages: maybe(list(["typescript", "python"])),
    newFiles: maybe(list(PATHS)),
    dirtyFiles: maybe(list(PATHS)),
    owners: maybe(list(NAMES)),
    commentsLost: maybe(list(["a:1", "b:2"])),
    idempotent: maybe(below(2) === 0),
    touchesChangedLines: maybe(below(2) === 0),
    fromModel: below(2) === 0,
  };
  const ci = {
    event: maybe(pick(["push", "pull_request"])),
    branch: "main",
    fork: maybe(below(2) === 0),
  };
  return { facts: known(facts) as Facts, ci: known(ci) as CiFacts };
}

function known(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
