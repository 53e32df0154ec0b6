import type { OpProblem, RuleOp, WrittenMap } from "../model/edit.ts";
import { isRecord } from "../shared/is-record.ts";
import { buildSearch } from "./build-search.ts";
import { type BoundNames, checkAtoms, findIdleConstraints } from "./check-atoms.ts";
import { type CompiledFix, compileFix } from "./compile-fix.ts";
import { compileTransforms } from "./compile-transforms.ts";
import type { EngineSearch } from "./engine.ts";
import { type Language, resolveLanguage } from "./language.ts";
import type { Transform } from "./parse-transform.ts";
import { type RuleAtom, readRule } from "./rule-atoms.ts";
import { type FieldPath, findUnknownKeys, mustBe } from "./written-keys.ts";

/** A rule with what to write, ready for one language: of an op, or of a rewriter. Plain data. */
export interface CompiledRule {
  readonly search: EngineSearch;
  /** In the order in which they are computed. */
  readonly transforms: readonly Transform[];
  readonly fix: CompiledFix;
  /**
   * Names that both a rewriter's rule and the op's rule bind: the rewriter matches only where the nodes are
   * equal. Empty for the rule of an op.
   */
  readonly sharedNames: readonly string[];
}

/** The rules of an op, or everything that is wrong with them. */
export type CompiledRules =
  | {
      readonly kind: "compiled";
      readonly rule: CompiledRule;
      /** By id. */
      readonly rewriters: Readonly<Record<string, CompiledRule>>;
    }
  | { readonly kind: "invalid"; readonly problems: readonly OpProblem[] };

/**
 * Makes a rule op ready for one language. All problems are answered, each with its place in the op.
 * Never throws.
 */
export function compileRule(op: RuleOp, language: Language): CompiledRules {
  // A utility rule of another language would look for kinds that this one does not have.
  const globalUtils = (op.globalUtils ?? []).filter(
    (util) => resolveLanguage(util.language) === language,
  );
  const compiler = new RuleCompiler({ ...op, globalUtils }, language);
  const { out: fix, ...rules } = op;
  const rule = compiler.compile({ ...rules, fix }, [], "out");
  const rewriters = compiler.compileRewriters();
  const { problems } = compiler;
  if (problems.length > 0 || rule === undefined) return { kind: "invalid", problems };
  return { kind: "compiled", rule, rewriters };
}

/** The keys of a rewriter. ast-grep accepts a language here, and does not look at it. */
const rewriterKeys = ["id", "rule", "constraints", "utils", "transform", "fix", "language"];

class RuleCompiler {
  readonly problems: OpProblem[] = [];
  readonly #op: RuleOp;
  readonly #language: Language;
  readonly #rewriterIds: readonly string[];
  /** Utility rules of the op and of the rewriters before: ast-grep keeps them in one table. */
  #utils: WrittenMap = {};
  /** What the op's rule binds and makes, which the fix of a rewriter may use. */
  #outer: BoundNames & { readonly transformed: readonly string[] } = {
    single: [],
    many: [],
    transformed: [],
  };

  constructor(op: RuleOp, language: Language) {
    this.#op = op;
    this.#language = language;
    const ids = (op.rewriters ?? []).map(({ id }) => id);
    this.#rewriterIds = ids.filter((id) => typeof id === "string");
  }

  /** `path` is where the rule stands in the op; `fixKey` is how its fix is called there. */
  compile(written: WrittenMap, path: FieldPath, fixKey: string): CompiledRule | undefined {
    const before = this.problems.length;
    const isRewriter = path.length > 0;
    const { constraints, utils } = this.#readMaps(written, path);
    const atoms = this.#readAtoms(written, path, { constraints, utils });
    const { names, problems } = checkAtoms(atoms, this.#language, [
      ...Object.keys(this.#utils),
      ...(this.#op.globalUtils ?? []).map(({ id }) => id),
    ]);
    this.problems.push(...problems, ...findIdleConstraints(constraints, names, path));
    const transforms = compileTransforms(written.transform, [...path, "transform"], {
      names,
      language: this.#language,
      rewriterIds: this.#rewriterIds,
    });
    this.problems.push(...transforms.problems);
    const fix = compileFix(written.fix, [...path, fixKey], {
      names,
      outer: this.#outer,
      transformed: transforms.names,
      language: this.#language,
      utils: isRewriter ? {} : this.#utils,
    });
    this.problems.push(...fix.problems);
    const sharedNames = isRewriter ? this.#findShared(names, path) : [];
    if (!isRewriter) this.#outer = { ...names, transformed: transforms.names };
    if (this.problems.length > before || fix.fix === undefined) return undefined;
    const search = buildSearch(
      {
        ...{ rule: written.rule, constraints, utils: this.#utils, path },
        globalUtils: this.#op.globalUtils ?? [],
      },
      this.#language,
    );
    if ("code" in search) {
      this.problems.push(search);
      return undefined;
    }
    return { search, transforms: transforms.transforms, fix: fix.fix, sharedNames };
  }

  compileRewriters(): Readonly<Record<string, CompiledRule>> {
    const compiled = new Map<string, CompiledRule>();
    for (const [index, written] of (this.#op.rewriters ?? []).entries()) {
      const path = ["rewriters", index];
      if (!isRecord(written)) {
        this.problems.push(mustBe(path, "a rewriter: a map"));
        continue;
      }
      this.problems.push(...findUnknownKeys(written, rewriterKeys, path));
      const { id } = written;
      if (typeof id !== "string" || id === "") {
        this.problems.push(mustBe([...path, "id"], "a text"));
        continue;
      }
      const rule = this.compile(written, path, "fix");
      if (rule !== undefined) compiled.set(id, rule); // of two with one id the last counts, as in ast-grep
    }
    return Object.fromEntries(compiled);
  }

  #readMaps(written: WrittenMap, path: FieldPath) {
    const read = (key: "constraints" | "utils"): WrittenMap => {
      const value = written[key] ?? {};
      if (isRecord(value)) return value;
      this.problems.push(mustBe([...path, key], "a map of rules"));
      return {};
    };
    const maps = { constraints: read("constraints"), utils: read("utils") };
    for (const id of Object.keys(maps.utils)) {
      if (!Object.hasOwn(this.#utils, id)) continue;
      const message = `there is already a utility rule \`${id}\`: rewriters share those of the rule`;
      this.problems.push({
        code: "invalid-rule",
        field: [...path, "utils", id],
        isAboutKey: true,
        message,
      });
    }
    this.#utils = { ...this.#utils, ...maps.utils };
    return maps;
  }

  #readAtoms(
    written: WrittenMap,
    path: FieldPath,
    { constraints, utils }: { constraints: WrittenMap; utils: WrittenMap },
  ): readonly RuleAtom[] {
    const all = [
      readRule(written.rule, [...path, "rule"]),
      ...Object.entries(constraints).map(([name, rule]) =>
        readRule(rule, [...path, "constraints", name]),
      ),
      ...Object.entries(utils).map(([id, rule]) => readRule(rule, [...path, "utils", id])),
    ];
    this.problems.push(...all.flatMap(({ problems }) => problems));
    return all.flatMap(({ atoms }) => atoms);
  }

  /** A name that is bound outside, too. Many nodes cannot be handed to the engine as bound. */
  #findShared(names: BoundNames, path: FieldPath): readonly string[] {
    for (const name of names.many.filter((many) => this.#outer.many.includes(many))) {
      const message = `\`$$$${name}\` is bound by the rule, too, so this would match only equal nodes`;
      const hint = "Give it another name in the rewriter";
      this.problems.push({ code: "invalid-rule", field: [...path, "rule"], message, hint });
    }
    return names.single.filter((name) => this.#outer.single.includes(name));
  }
}
