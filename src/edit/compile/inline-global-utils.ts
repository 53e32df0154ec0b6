import type { GlobalUtil, WrittenMap } from "../../model/edit.ts";
import { isRecord } from "../../shared/is-record.ts";
import { mapRule } from "../engine/map-rule.ts";
import { readRule } from "./rule-atoms.ts";

/** The rules of an op that may refer to utility rules. */
export interface RulesWithUtils {
  readonly rule: WrittenMap;
  readonly constraints?: WrittenMap;
  readonly utils: WrittenMap;
}

const metaVariable = /(?<![\w$])(\${1,3})([A-Z][A-Z_0-9]*)/g;

/**
 * Turns the utility rules of a project into local ones, because the binding of the engine does not know them: each use
 * gets a copy whose metavariables have names of their own, and a local rule hides a project's rule of the same id.
 * Throws a RangeError with a message for the user if a local rule cannot mean the same.
 */
export function inlineGlobalUtils(
  rules: RulesWithUtils,
  globals: readonly GlobalUtil[],
): RulesWithUtils {
  if (globals.length === 0) return rules;
  const { rule, constraints, utils } = rules;
  const inliner = new Inliner(globals);
  const inline = (written: WrittenMap) =>
    mapRule(written, (part) => inliner.inlineMatches(part, Object.keys(utils)));
  const inlineAll = (map: WrittenMap) =>
    Object.fromEntries(
      Object.entries(map).map(([key, value]) => [key, isRecord(value) ? inline(value) : value]),
    );
  // In this order: the copies are numbered by their use.
  return {
    rule: inline(rule),
    ...(constraints === undefined ? {} : { constraints: inlineAll(constraints) }),
    utils: { ...inlineAll(utils), ...inliner.added },
  };
}

class Inliner {
  readonly added: Record<string, unknown> = {};
  readonly #globals: readonly GlobalUtil[];
  #uses = 0;

  constructor(globals: readonly GlobalUtil[]) {
    this.#globals = globals;
  }

  /** Returns the rule with a `matches` that names only local rules. */
  inlineMatches(
    rule: WrittenMap,
    localIds: readonly string[],
    open: readonly string[] = [],
  ): WrittenMap {
    const { matches, ...others } = rule;
    if (typeof matches === "string") {
      const util = localIds.includes(matches) ? undefined : this.#find(matches);
      return util === undefined ? rule : { ...others, matches: this.#add(util, {}, open) };
    }
    if (!isRecord(matches)) return rule;
    const ids = Object.entries(matches).map(([id, passed]) => {
      const util = this.#find(id);
      if (util === undefined || !isRecord(passed))
        throw new RangeError(`there is no utility rule \`${id}\``);
      return { matches: this.#add(util, passed, open) };
    });
    const [only, ...more] = ids;
    if (only !== undefined && more.length === 0) return { ...others, ...only };
    const all = Array.isArray(others.all) ? others.all : [];
    return { ...others, all: [...all, ...ids] };
  }

  #find(id: string): GlobalUtil | undefined {
    return this.#globals.find((util) => util.id === id);
  }

  /** Adds a copy of a project's rule for one use, and returns its id. */
  #add(util: GlobalUtil, passed: WrittenMap, open: readonly string[]): string {
    requireArguments(util, passed);
    const isShared =
      !bindsVariables(util.rule, ...Object.values(util.utils ?? {})) &&
      util.arguments === undefined;
    if (!isShared && open.includes(util.id))
      throw new RangeError(`\`${util.id}\` refers to itself and has metavariables or arguments`);
    this.#uses += 1;
    const id = isShared ? `project: ${util.id}` : `project: ${util.id} ${this.#uses}`;
    if (Object.hasOwn(this.added, id)) return id;
    this.added[id] = {}; // A placeholder, for a rule that refers to itself.
    const suffix = `__${this.#uses}`;
    const ownIds = Object.keys(util.utils ?? {});
    const localId = (own: string) => `${id} ${own}`;
    const copy = (written: WrittenMap) =>
      mapRule(renameVariables(written, suffix), (part) => {
        const { matches } = part;
        if (typeof matches === "string" && Object.hasOwn(passed, matches))
          return { ...part, matches: localId(`argument ${matches}`) };
        if (typeof matches === "string" && ownIds.includes(matches))
          return { ...part, matches: localId(matches) };
        return this.inlineMatches(part, [], [...open, util.id]);
      });
    for (const [own, rule] of Object.entries(util.utils ?? {}))
      if (isRecord(rule)) this.added[localId(own)] = copy(rule);
    for (const [name, rule] of Object.entries(passed))
      this.added[localId(`argument ${name}`)] = rule;
    this.added[id] = copy(util.rule);
    return id;
  }
}

function requireArguments(util: GlobalUtil, passed: WrittenMap): void {
  const declared = util.arguments ?? [];
  const given = Object.keys(passed);
  const missing = declared.find((name) => !given.includes(name));
  const unknown = given.find((name) => !declared.includes(name));
  if (missing !== undefined)
    throw new RangeError(`\`${util.id}\` needs the argument \`${missing}\``);
  if (unknown !== undefined) throw new RangeError(`\`${util.id}\` has no argument \`${unknown}\``);
  if (bindsVariables(...Object.values(passed)))
    throw new RangeError(
      `an argument of \`${util.id}\` binds a metavariable, which is not supported`,
    );
}

function bindsVariables(...rules: readonly unknown[]): boolean {
  return rules.some((rule) =>
    readRule(rule, []).atoms.some(
      (atom) => atom.kind === "pattern" && atom.context.search(metaVariable) >= 0,
    ),
  );
}

function renameVariables(rule: WrittenMap, suffix: string): WrittenMap {
  const rename = (code: unknown) =>
    typeof code === "string" ? code.replace(metaVariable, `$1$2${suffix}`) : code;
  return mapRule(rule, (part) => {
    const { pattern } = part;
    if (pattern === undefined) return part;
    return isRecord(pattern)
      ? { ...part, pattern: { ...pattern, context: rename(pattern.context) } }
      : { ...part, pattern: rename(pattern) };
  });
}
