import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import type { Facts } from "../../src/model/action/facts.ts";
import type { CiFacts } from "../../src/model/policy/ci-facts.ts";
import type { Decision } from "../../src/model/policy.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { PROTECTED_IDS } from "../../src/policy/protected-guards.ts";
import { factsOf } from "../support/facts.ts";

/** Facts that a row changes; an undefined one is not known. */
type Changed = { readonly [Name in keyof Facts]?: Facts[Name] | undefined };
/** Holds, fails, or cannot be evaluated. */
type Outcome = "T" | "F" | "?";
type Row = readonly [when: object, changed: Changed, outcome: Outcome];

const CI = { event: "pull_request", branch: "main", fork: false, provider: "github_actions" };
const DEFAULT = { verdict: "hold", reason: "Otherwise." };

async function decide(written: object, changed: Changed, ci: CiFacts = CI): Promise<Decision> {
  const whole = { version: 1, default: DEFAULT, ...written };
  const { policy, diagnostics } = await loadPolicy(whole, "p.yaml", LANGUAGE_NAMES);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  const entries = Object.entries({ ...factsOf(), ...changed });
  const facts = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return evaluatePolicy(policy, facts as unknown as Facts, [], ci);
}

/** Decides by conditions in all places: in a guard, in a rule, and turned around in both. */
async function outcomesOf(when: object, changed: Changed, ci?: CiFacts) {
  const rule = { id: "x", reason: "Because.", when };
  const turned = { ...rule, when: { not: when } };
  const asRule = (each: object) =>
    decide({ lift: PROTECTED_IDS, rules: [{ ...each, verdict: "apply" }] }, changed, ci);
  const asGuard = (each: object) =>
    decide({ lift: PROTECTED_IDS, guards: [{ ...each, verdict: "discard" }] }, changed, ci);
  const [inRule, inGuard] = [await asRule(rule), await asGuard(rule)];
  const [notInRule, notInGuard] = [await asRule(turned), await asGuard(turned)];
  return { inRule, inGuard, notInRule, notInGuard };
}

const VERDICTS: Readonly<Record<Outcome, readonly string[]>> = {
  T: ["apply", "discard", "hold", "hold"],
  F: ["hold", "hold", "apply", "discard"],
  "?": ["hold", "discard", "hold", "discard"],
};

async function expectRow(when: object, changed: Changed, outcome: Outcome, ci?: CiFacts) {
  const { inRule, inGuard, notInRule, notInGuard } = await outcomesOf(when, changed, ci);
  const all = [inRule, inGuard, notInRule, notInGuard];
  expect(all.map(({ verdict }) => verdict)).toEqual(VERDICTS[outcome]);
  for (const { trace } of all) {
    const entry = trace.find(({ id }) => id === "x");
    if (outcome !== "F") expect(entry?.unknown !== undefined).toBe(outcome === "?");
    expect(entry?.hit).toBe(entry?.failed === undefined);
  }
}

const FILELESS: Changed = { files: [], fileCount: 0, replacements: undefined };
const MIXED: Changed = { files: ["lib/b.py", "src/a.ts"] };

describe("the table of all conditions", () => {
  it.each<Row>([
    // Names: one glob matches.
    [{ recipe: ["assert-strict"] }, {}, "T"],
    [{ recipe: ["assert"] }, {}, "F"],
    [{ recipe: ["x", "*-strict"] }, {}, "T"],
    [{ recipe: ["{assert,expect}-*"] }, {}, "T"],
    [{ recipe: ["Assert-*"] }, {}, "F"],
    [{ step: ["swap"] }, {}, "T"],
    [{ step: ["s?ap"] }, {}, "T"],
    [{ step: ["swap/*"] }, {}, "F"],
    [{ tool: ["ast_edit", "write_file"] }, {}, "T"],
    [{ tool: ["write_file"] }, {}, "F"],
    [{ label: ["AST Edit: *"] }, {}, "T"],
    [{ label: ["* in 3 files"] }, {}, "F"],
    // Languages: each is one of these.
    [{ lang: ["ts"] }, {}, "T"],
    [{ lang: ["python", "typescript"] }, { languages: ["python", "typescript"] }, "T"],
    [{ lang: ["typescript"] }, { languages: ["python", "typescript"] }, "F"],
    [{ lang: ["typescript"] }, { languages: [] }, "F"],
    [{ lang: ["typescript"] }, { languages: undefined }, "?"],
    // Files: globs and folders.
    [{ allFiles: ["src/**"] }, {}, "T"],
    [{ allFiles: ["src"] }, {}, "T"],
    [{ allFiles: ["./src/"] }, {}, "T"],
    [{ allFiles: ["."] }, {}, "T"],
    [{ allFiles: ["*.ts"] }, {}, "F"],
    [{ allFiles: ["src/*"] }, { files: ["src/x/a.ts"] }, "F"],
    [{ allFiles: ["src/**"] }, MIXED, "F"],
    [{ allFiles: ["src/**", "lib/**"] }, MIXED, "T"],
    [{ allFiles: ["src/**"] }, { files: ["srcs/a.ts"] }, "F"],
    [{ allFiles: ["**"] }, { files: [".github/.a"] }, "T"],
    [{ allFiles: ["**"] }, { files: [] }, "F"],
    [{ allFiles: ["**"] }, FILELESS, "?"],
    [{ anyFile: ["lib/**"] }, MIXED, "T"],
    [{ anyFile: ["lib"] }, MIXED, "T"],
    [{ anyFile: ["lib"] }, {}, "F"],
    [{ anyFile: ["**/*.{py,rb}"] }, MIXED, "T"],
    [{ anyFile: ["app/[id]/a.ts"] }, { files: ["app/[id]/a.ts"] }, "T"],
    [{ anyFile: ["**"] }, { files: [] }, "F"],
    [{ anyFile: ["**"] }, FILELESS, "?"],
    [{ files: true }, {}, "T"],
    [{ files: false }, {}, "F"],
    [{ files: false }, { files: [] }, "T"],
    [{ files: true }, FILELESS, "?"],
    [{ files: ["lib"] }, MIXED, "T"],
    [{ files: { none: ["lib"] } }, MIXED, "F"],
    [{ files: { none: ["docs"] } }, MIXED, "T"],
    [{ files: { all: ["lib"] } }, MIXED, "F"],
    [{ files: { any: ["lib"], none: ["docs"], count: 2 } }, MIXED, "T"],
    [{ files: { any: ["lib"], count: 1 } }, MIXED, "F"],
    // Numbers: both ends of a range belong to it.
    [{ maxFiles: 2 }, {}, "T"],
    [{ maxFiles: 1 }, {}, "F"],
    [{ maxFiles: 0 }, FILELESS, "?"],
    [{ maxReplacements: 3 }, {}, "T"],
    [{ maxReplacements: 2 }, {}, "F"],
    [{ maxReplacements: 2 }, { replacements: undefined }, "?"],
    [{ maxLines: 6 }, {}, "T"],
    [{ maxLines: 5 }, {}, "F"],
    [{ maxLines: 5 }, { deletions: undefined }, "?"],
    [{ fileCount: 2 }, {}, "T"],
    [{ fileCount: 0 }, FILELESS, "?"],
    [{ fileCount: { min: 2, max: 2 } }, {}, "T"],
    [{ fileCount: { min: 3 } }, {}, "F"],
    [{ fileCount: { max: 1 } }, {}, "F"],
    [{ replacements: { min: 3 } }, {}, "T"],
    [{ replacements: 4 }, {}, "F"],
    [{ additions: { max: 3 } }, {}, "T"],
    [{ additions: { max: 2 } }, {}, "F"],
    [{ additions: { max: 2 } }, { additions: undefined }, "?"],
    [{ deletions: { min: 4 } }, {}, "F"],
    [{ deletions: 3 }, {}, "T"],
    [{ parseErrors: 0 }, {}, "T"],
    [{ parseErrors: { min: 1 } }, {}, "F"],
    [{ parseErrors: 0 }, { parseErrors: undefined }, "?"],
    // Facts that are true or false.
    [{ idempotent: true }, {}, "T"],
    [{ idempotent: false }, {}, "F"],
    [{ idempotent: false }, { idempotent: undefined }, "?"],
    [{ newSyntaxErrors: false }, {}, "T"],
    [{ newSyntaxErrors: false }, { newSyntaxErrors: true }, "F"],
    [{ commentsOnly: true }, {}, "F"],
    [{ whitespaceOnly: false }, {}, "T"],
    [{ limitReached: true }, { limitReached: true }, "T"],
    [{ fromModel: true }, {}, "F"],
    [{ untrusted: false }, {}, "T"],
    [{ touchesChangedLines: true }, {}, "?"],
    [{ touchesChangedLines: true }, { touchesChangedLines: true }, "T"],
    // Lists of names and of paths.
    [{ languages: ["type*"] }, {}, "T"],
    [{ languages: { all: ["type*"] } }, { languages: ["python", "typescript"] }, "F"],
    [{ owners: ["@org/**"] }, { owners: ["@org/web"] }, "T"],
    [{ owners: ["@org"] }, { owners: ["@org/web"] }, "F"],
    [{ owners: { all: ["@a", "@b"] } }, { owners: ["@a", "@b"] }, "T"],
    [{ owners: { all: ["@a"] } }, { owners: [] }, "F"],
    [{ owners: { none: ["none"] } }, { owners: ["none"] }, "F"],
    [{ owners: { count: { max: 1 } } }, { owners: ["@a", "@b"] }, "F"],
    [{ owners: true }, {}, "?"],
    [{ packages: ["@x/*"] }, { packages: ["@x/y"] }, "T"],
    [{ newFiles: true }, {}, "F"],
    [{ newFiles: ["src"] }, { newFiles: ["src/new.ts"] }, "T"],
    [{ newFiles: ["src"] }, { newFiles: undefined }, "?"],
    [{ deletedFiles: false }, {}, "T"],
    [{ dirtyFiles: true }, { dirtyFiles: ["a"] }, "T"],
    [{ dirtyFiles: true }, {}, "?"],
    [{ runFiles: { count: 0 } }, {}, "T"],
    [{ packageScripts: true }, { packageScripts: ["package.json"] }, "T"],
    [{ exportsChanged: { none: ["src/a.ts:*"] } }, { exportsChanged: ["src/a.ts:run"] }, "F"],
    [{ commentsLost: false }, {}, "T"],
    [{ commentsLost: { count: { min: 1 } } }, { commentsLost: ["src/a.ts:1 `// x`"] }, "T"],
    [{ tokensLost: true }, { tokensLost: undefined }, "?"],
    [{ stringsChanged: true }, {}, "F"],
    [{ conflicts: true }, { conflicts: ["other"] }, "T"],
    // CI, and expressions.
    [{ ci: { event: ["pull_*"] } }, {}, "T"],
    [{ ci: { event: ["push"] } }, {}, "F"],
    [{ ci: { fork: false, branch: ["main"] } }, {}, "T"],
    [{ ci: { fork: true, branch: ["main"] } }, {}, "F"],
    [{ ci: { provider: ["gitlab"] } }, {}, "F"],
    [{ expr: "facts.additions + facts.deletions == 6" }, {}, "T"],
    [{ expr: "facts.files.all(f, f.endsWith('.ts'))" }, {}, "T"],
    [{ expr: "ci.fork" }, {}, "F"],
    [{ expr: "size(facts.owners) == 0" }, {}, "?"],
    [{ expr: "facts.fromModel && size(facts.owners) == 0" }, {}, "F"],
    [{ expr: "!facts.fromModel || size(facts.owners) == 0" }, {}, "T"],
    [{ expr: "facts.details.risk == 'low'" }, { details: { risk: "low" } }, "T"],
    [{ expr: "facts.details.risk == 'low'" }, { details: {} }, "?"],
    // Several conditions: all must hold; one that fails is enough for a miss.
    [{ recipe: ["assert-*"], maxFiles: 2, idempotent: true }, {}, "T"],
    [{ recipe: ["assert-*"], maxFiles: 1, idempotent: true }, {}, "F"],
    [{ owners: true, maxFiles: 2 }, {}, "?"],
    [{ owners: true, maxFiles: 1 }, {}, "F"],
  ])("%j on %j: %s", async (when, changed, outcome) => {
    await expectRow(when, changed, outcome);
  });

  it.each<[when: object, ci: CiFacts, outcome: Outcome]>([
    [{ ci: { event: ["push"] } }, {}, "?"],
    [{ ci: { fork: false } }, {}, "?"],
    [{ ci: { fork: true, event: ["push"] } }, { event: "push" }, "?"],
    [{ ci: { fork: true, event: ["push"] } }, { event: "schedule" }, "F"],
    [{ ci: { event: ["none"] } }, { event: "none" }, "T"],
    [{ expr: "ci.branch == 'main'" }, {}, "?"],
  ])("%j with the CI system %j: %s", async (when, ci, outcome) => {
    await expectRow(when, {}, outcome, ci);
  });
});

describe("Kleene's logic", () => {
  const CONDITIONS: Readonly<Record<Outcome, object>> = {
    T: { maxFiles: 2 },
    F: { maxReplacements: 2 },
    "?": { owners: true },
  };
  it.each<[left: Outcome, right: Outcome, any: Outcome, all: Outcome]>([
    ["T", "T", "T", "T"],
    ["T", "F", "T", "F"],
    ["T", "?", "T", "?"],
    ["F", "T", "T", "F"],
    ["F", "F", "F", "F"],
    ["F", "?", "?", "F"],
    ["?", "T", "T", "?"],
    ["?", "F", "?", "F"],
    ["?", "?", "?", "?"],
  ])("of %s and %s: any is %s, all is %s", async (left, right, any, all) => {
    const both = [CONDITIONS[left], CONDITIONS[right]];
    await expectRow({ any: both }, {}, any);
    await expectRow({ all: both }, {}, all);
    await expectRow({ not: { not: { any: both } } }, {}, any);
    const turned = both.map((each) => ({ not: each }));
    await expectRow({ not: { all: turned } }, {}, any); // De Morgan.
    await expectRow({ not: { any: turned } }, {}, all);
    await expectRow({ ...both[0], ...both[1] }, {}, left === right ? left : all);
  });
});

describe("guards, rules and the default", () => {
  const is = (id: string, verdict: string, when: object = {}) => ({
    id,
    verdict,
    reason: `${id}.`,
    ...(Object.keys(when).length === 0 ? {} : { when }),
  });
  const NO = { recipe: ["other"] };
  const OPEN = { owners: true };

  it.each<[policy: object, facts: Changed, verdict: string, ruleId: string]>([
    [{}, {}, "hold", "default"],
    [{ rules: [is("a", "apply")] }, {}, "apply", "a"],
    [{ rules: [is("a", "apply", NO)] }, {}, "hold", "default"],
    [{ rules: [is("a", "apply", OPEN)] }, {}, "hold", "default"],
    [{ rules: [is("a", "discard"), is("b", "apply")] }, {}, "discard", "a"],
    [{ rules: [is("b", "apply"), is("a", "discard")] }, {}, "apply", "b"],
    [{ rules: [is("a", "discard", NO), is("b", "apply")] }, {}, "apply", "b"],
    [{ rules: [is("a", "discard", OPEN), is("b", "apply")] }, {}, "apply", "b"],
    [{ guards: [is("g", "discard")], rules: [is("b", "apply")] }, {}, "discard", "g"],
    [{ guards: [is("g", "discard", NO)], rules: [is("b", "apply")] }, {}, "apply", "b"],
    [{ guards: [is("g", "discard", OPEN)], rules: [is("b", "apply")] }, {}, "discard", "g"],
    [{ guards: [is("g", "hold"), is("h", "discard")] }, {}, "discard", "h"],
    [{ guards: [is("g", "apply"), is("h", "hold")] }, {}, "hold", "h"],
    [{ guards: [is("g", "apply"), is("h", "hold"), is("i", "hold")] }, {}, "hold", "h"],
    [{ guards: [is("g", "apply"), is("h", "hold", OPEN)] }, {}, "hold", "h"],
    [{ guards: [is("g", "apply"), is("h", "hold", NO)] }, {}, "apply", "g"],
    [{ guards: [is("h", "discard"), is("g", "hold")] }, {}, "discard", "h"],
    [{ guards: [is("g", "hold", NO), is("h", "discard")] }, {}, "discard", "h"],
    [{ guards: [is("g", "apply")], rules: [is("b", "discard")] }, {}, "apply", "g"],
    [{ guards: [is("g", "apply", OPEN)], rules: [is("b", "discard")] }, {}, "discard", "b"],
    [{ guards: [is("g", "apply", OPEN)] }, {}, "hold", "default"],
    [{ guards: [is("g", "apply")] }, { files: [".github/x.yml"] }, "discard", "protected"],
    [{ rules: [is("a", "apply")] }, { files: ["src/a.ts", "yarn.lock"] }, "discard", "protected"],
    [{ lift: ["protected"], rules: [is("a", "apply")] }, { files: ["yarn.lock"] }, "apply", "a"],
    [{ rules: [is("a", "apply")] }, FILELESS, "hold", "protected-unnamed"],
    [{ rules: [is("a", "discard")] }, FILELESS, "discard", "a"],
    [{ guards: [is("g", "discard")] }, FILELESS, "discard", "g"],
    [
      { guards: [is("protected", "hold", { anyFile: ["x"] })], rules: [is("a", "apply")] },
      { files: ["yarn.lock"] },
      "apply",
      "a",
    ],
    [{ rules: [is("a", "apply")] }, { runFiles: undefined }, "discard", "protected-run"],
    [{ default: { verdict: "apply", reason: "r" } }, {}, "apply", "default"],
  ])("%j on %j: %s by %s", async (policy, changed, verdict, ruleId) => {
    const decision = await decide(policy, changed);
    expect([decision.verdict, decision.ruleId]).toEqual([verdict, ruleId]);
  });

  it("are all in the trace, in order, also after the one that decides", async () => {
    const guards = [is("g", "hold", NO), is("h", "hold", OPEN), is("i", "discard")];
    const rules = [is("a", "apply", OPEN), is("b", "apply", { maxFiles: 1 }), is("c", "apply")];
    const { trace } = await decide({ guards, rules }, {});
    expect(trace).toEqual([
      { id: "protected", kind: "guard", hit: false, failed: "anyFile" },
      { id: "g", kind: "guard", hit: false, failed: "recipe", found: "assert-strict" },
      { id: "h", kind: "guard", hit: true, unknown: ["owners"] },
      { id: "i", kind: "guard", hit: true },
      { id: "a", kind: "rule", hit: false, failed: "owners", unknown: ["owners"] },
      { id: "b", kind: "rule", hit: false, failed: "maxFiles", found: 2 },
      { id: "c", kind: "rule", hit: true },
    ]);
  });

  it("R23 have a reason that is never blank, with facts filled in and those not known said", async () => {
    const reason =
      "${{ facts.files }}|${{ facts.newFiles }}|${{ facts.owners }}|${{ facts.idempotent }}";
    const decision = await decide({ default: { verdict: "hold", reason } }, {});
    expect(decision.reason).toBe("src/a.ts, src/b.ts|(none)|(not known)|true");
  });
});
