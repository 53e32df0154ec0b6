import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import { evaluatePolicy } from "../../../src/policy/evaluate-policy.ts";
import { lintPolicy } from "../../../src/policy/lint/lint-policy.ts";
import { loadPolicyFiles } from "../../../src/policy/load-policy.ts";
import { rulePlaces } from "../../../src/policy/testing/rule-places.ts";
import { randomConditions, randomFacts } from "../../support/random-policy.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const NO_OTHERS = () => Promise.resolve({ fault: "There are no others." });

async function lint(written: object, files?: readonly string[]) {
  const text = JSON.stringify({ version: 1, default: HOLD, ...written }, undefined, 1);
  const loaded = await loadPolicyFiles(text, "p.yaml", LANGUAGE_NAMES, NO_OTHERS);
  const { policy } = loaded;
  if (policy === undefined) throw new Error(JSON.stringify(loaded.diagnostics));
  const diagnostics = await lintPolicy(policy, {
    now: 0,
    placeOf: rulePlaces(loaded.files),
    placeOfDefault: loaded.files[0]?.source.placeOf(["default"]),
    placeOfCheck: (name) => loaded.files[0]?.source.placeOfKey(["checks", name]),
    files,
    pause: () => Promise.resolve(),
  });
  return { policy, diagnostics };
}

const HOLD = { verdict: "hold", reason: "Otherwise." };
let counter = 0;
const rule = (id: string, when?: object, verdict = "apply") => {
  counter += 1;
  return { id, verdict, reason: `Reason ${counter}.`, ...(when ? { when } : {}) };
};

const shown = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`);

describe("a rule after one whose conditions always hold", () => {
  it.each<[list: "guards" | "rules", before: object, isDead: boolean]>([
    ["rules", { label: ["**"] }, true],
    ["rules", { expr: "true", recipe: ["**"] }, true],
    ["rules", { expr: "true", maxFiles: 3 }, false],
    ["rules", { fileCount: { min: 0 } }, false], // A miss of an action that names no files.
    ["guards", { fileCount: { min: 0 } }, true],
  ])("of the %s, %j, is dead: %s", async (list, before, isDead) => {
    const both = [rule("a", before, "hold"), rule("b", { idempotent: true }, "hold")];
    const { diagnostics } = await lint({ [list]: both });
    const dead = diagnostics.filter(({ code }) => code === "rule-unreachable");
    expect(dead.map(({ severity }) => severity)).toEqual(isDead ? ["error"] : []);
  });
});

describe("a rule after another one", () => {
  it.each<[before: object | undefined, after: object | undefined, isDead: boolean]>([
    [undefined, { maxFiles: 3 }, true],
    [undefined, undefined, true],
    [{ maxFiles: 3 }, undefined, false],
    [{ maxFiles: 3 }, { maxFiles: 2 }, true],
    [{ maxFiles: 2 }, { maxFiles: 3 }, false],
    [{ maxFiles: 3 }, { fileCount: 2 }, true],
    [{ maxFiles: 3 }, { fileCount: { min: 1, max: 3 }, idempotent: true }, true],
    [{ maxFiles: 3 }, { fileCount: { min: 1 } }, false],
    [{ maxFiles: 3, idempotent: true }, { maxFiles: 3 }, false],
    [{ idempotent: true }, { idempotent: true, tool: ["ast_edit"] }, true],
    [{ idempotent: true }, { not: { idempotent: false } }, false],
    [{ recipe: ["assert-*"] }, { recipe: ["assert-a", "assert-b"] }, false],
    [{ recipe: ["assert-*"] }, { recipe: ["assert-a", "other"] }, false],
    [{ allFiles: ["src/**"] }, { allFiles: ["src/lib/**", "src/a.ts"] }, false],
    [{ anyFile: ["src"] }, { allFiles: ["src/lib/*.ts"] }, false],
    [{ anyFile: ["src", "lib"] }, { allFiles: ["src"] }, true],
    [{ allFiles: ["src", "lib"] }, { allFiles: ["lib"] }, true],
    [{ recipe: ["a", "b"] }, { recipe: ["b"], maxFiles: 1 }, true],
    [
      { any: [{ maxFiles: 1 }, { tool: ["a"] }] },
      { maxLines: 1, any: [{ maxFiles: 1 }, { tool: ["a"] }] },
      true,
    ],
    [{ allFiles: ["src"] }, { anyFile: ["src"] }, false],
    [{ allFiles: ["src/**"] }, { allFiles: ["src"] }, false],
    [{ allFiles: ["src"] }, { allFiles: ["src/**"] }, false],
    [{ files: true }, { anyFile: ["src"] }, true],
    [{ owners: true }, { owners: ["@a"] }, true],
    [{ owners: { count: { min: 1 } } }, { owners: { all: ["@a"] } }, true],
    [{ owners: { none: ["@b"] } }, { owners: { none: ["@a", "@b"] } }, true],
    [{ owners: { none: ["@a", "@b"] } }, { owners: { none: ["@b"] } }, false],
    [{ any: [{ maxFiles: 1 }, { idempotent: true }] }, { idempotent: true }, false],
    [{ idempotent: true }, { any: [{ maxFiles: 1 }, { idempotent: true }] }, false],
    [{ maxFiles: 5 }, { any: [{ maxFiles: 1 }, { fileCount: 4 }] }, false],
    [{ all: [{ maxFiles: 5 }, { idempotent: true }] }, { maxFiles: 5, idempotent: true }, true],
    [{ not: { maxFiles: 5 } }, { fileCount: { min: 6 } }, false],
    [{ not: { maxFiles: 5 } }, { fileCount: { min: 5 } }, false],
    [{ not: { allFiles: ["src"] } }, { not: { allFiles: ["src", "lib"] } }, false],
    [{ not: { allFiles: ["src", "lib"] } }, { not: { allFiles: ["src"] } }, false],
    [{ not: { allFiles: ["src"] } }, { anyFile: ["lib"] }, false],
    [{ not: { allFiles: ["src"] } }, { anyFile: ["src"] }, false],
    [{ not: { allFiles: ["src"] } }, { not: { anyFile: ["src"] } }, false],
    [{ expr: "facts.additions > 3" }, { expr: "facts.additions > 3", maxFiles: 1 }, true],
    [{ expr: "facts.additions > 3" }, { expr: "facts.additions > 4" }, false],
    [{ ci: { event: ["push"] } }, { ci: { event: ["push"], fork: false } }, true],
    [{ ci: { fork: false } }, { ci: { event: ["push"] } }, false],
    [{ maxLines: 10 }, { maxLines: 9 }, true],
    [{ lang: ["typescript"] }, { lang: ["typescript"], maxFiles: 1 }, true],
  ])("%j: %j is dead: %s", async (before, after, isDead) => {
    const { diagnostics } = await lint({ rules: [rule("a", before), rule("b", after, "hold")] });
    const codes = diagnostics.map(({ code, severity }) => `${severity} ${code}`);
    expect(codes).toEqual(isDead ? ["error rule-unreachable"] : []);
  });

  it("is dead if a guard is always a hit when it is, and the finding says what to do", async () => {
    const guard = rule("wide", { anyFile: ["vendor/**"] }, "discard");
    const { diagnostics } = await lint({
      guards: [guard],
      rules: [rule("fine", { maxFiles: 1 }), rule("b", { allFiles: ["vendor/**"], maxLines: 2 })],
    });
    expect(shown(diagnostics)).toEqual([
      "error rule-unreachable: The rule `b` never decides: the guard `wide` before it is a hit whenever this one is (1 condition: anyFile).",
    ]);
    expect(diagnostics[0]).toMatchObject({
      path: "p.yaml",
      line: 28,
      hint: "Make the conditions of the guard `wide` narrower, or remove `b`.",
    });
  });

  it("a guard is not dead if it also hits on facts that are not known, or is stricter", async () => {
    const guards = (first: string, second: string) =>
      lint({
        guards: [rule("a", { maxFiles: 5 }, first), rule("b", { maxFiles: 3 }, second)],
      }).then(({ diagnostics }) => diagnostics.map(({ code }) => code));
    expect(await guards("discard", "hold")).toEqual(["rule-unreachable"]);
    expect(await guards("hold", "hold")).toEqual(["rule-unreachable"]);
    expect(await guards("hold", "apply")).toEqual(["rule-unreachable", "guard-applies"]);
    expect(await guards("hold", "discard")).toEqual([]);
    expect(await guards("apply", "discard")).toEqual(["guard-applies"]);
    expect(
      (
        await lint({
          guards: [rule("a", undefined, "hold"), rule("b", { maxFiles: 3 }, "discard")],
        })
      ).diagnostics,
    ).toEqual([]);
  });
});

describe("conditions", () => {
  it.each<[when: object, told: readonly string[]]>([
    [{ maxFiles: 3, fileCount: { min: 4 } }, ["`maxFiles` and `fileCount` never hold together"]],
    [
      { recipe: ["a"], maxFiles: 3, tool: ["b"], fileCount: { min: 4 } },
      ["`maxFiles` and `fileCount` never hold together"],
    ],
    [{ allFiles: ["src/**"], files: { none: ["src/**"] } }, ["`allFiles` and `files`"]],
    [{ allFiles: ["src/lib"], files: { none: ["src"] } }, []],
    [{ allFiles: ["src/**"], files: { none: ["lib"] } }, []],
    [{ anyFile: ["src"], maxFiles: 0 }, ["`anyFile` and `maxFiles`"]],
    [{ idempotent: true, not: { idempotent: true } }, ["`idempotent` and `not`"]],
    [{ recipe: ["a"], not: { recipe: ["a", "b"] } }, ["`recipe` and `not`"]],
    [{ maxLines: 5, additions: { min: 6 } }, []],
    [{ idempotent: true, all: [{ idempotent: false }] }, ["`idempotent` and `all`"]],
    [{ maxFiles: 1, all: [{ fileCount: 2 }, { fileCount: 3 }] }, ["`all` never holds"]],
    [{ owners: { any: ["@a"], count: 0 } }, ["`owners` never holds"]],
    [{ expr: "facts.fromModel", not: { expr: "facts.fromModel" } }, ["`not` and `expr`"]],
    [{ all: [{ recipe: ["a"] }, { recipe: ["b"] }] }, []],
    [{ expr: "1 > 2" }, ["`expr` of `x` never holds, whatever the action is"]],
    [{ expr: "ci.fork && 1 > 2" }, []],
  ])("%j contradict each other: %j", async (when, told) => {
    const { diagnostics } = await lint({ rules: [rule("x", when)] });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
      told.map(() => ["never-holds", "error"]),
    );
    for (const [index, part] of told.entries()) expect(diagnostics[index]?.message).toContain(part);
  });

  it.each<[when: object, told: string]>([
    [{ fileCount: { min: 0 } }, "`fileCount` of `x` always holds, if its facts are known"],
    [{ maxFiles: 1, recipe: ["**"] }, "`recipe` of `x` always holds, whatever the action is"],
    [{ expr: "1 < 2", maxFiles: 1 }, "`expr` of `x` always holds"],
    [{ maxFiles: 3, any: [{ fileCount: { min: 4 } }, { tool: ["a"] }] }, "`any[0]` of `x` never"],
  ])("%j are told by a warning: %s", async (when, told) => {
    const { diagnostics } = await lint({ rules: [rule("x", when)] });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    expect(diagnostics[0]?.message).toContain(told);
  });

  it("of a guard that contradict each other are a warning: it hits if facts are not known", async () => {
    const when = { maxFiles: 3, fileCount: { min: 4 } };
    const { diagnostics } = await lint({ guards: [rule("x", when, "hold")] });
    expect(diagnostics).toMatchObject([{ code: "never-holds", severity: "warning" }]);
    expect(diagnostics[0]?.message).toContain("it hits only if facts are not known");
  });
});

describe("other findings", () => {
  it("are reasons that stand twice, and a default that applies", async () => {
    const same = { verdict: "hold", reason: "Otherwise." };
    const { diagnostics } = await lint({
      default: { verdict: "apply", reason: "Otherwise." },
      rules: [{ id: "a", when: { maxFiles: 1 }, ...same }, rule("b", { maxFiles: 2 })],
    });
    expect(shown(diagnostics)).toEqual([
      "warning reason-repeated: `a` and `default` have the same reason.",
      "warning default-applies: The default applies every change that no guard and no rule covers.",
    ]);
  });

  it("are approvals of what a rule does not hold", async () => {
    const approvals = { by: "write" };
    const { diagnostics } = await lint({
      guards: [{ ...rule("g", { maxFiles: 1 }, "discard"), approvals }],
      rules: [
        { ...rule("a", { maxFiles: 2 }), approvals },
        { ...rule("b", { maxFiles: 3 }, "hold"), approvals },
      ],
    });
    expect(shown(diagnostics)).toEqual([
      "warning approvals-unused: `approvals` of the guard `g` has no effect: only what a rule holds is approved.",
      "warning approvals-unused: `approvals` of the rule `a` has no effect: only what a rule holds is approved.",
    ]);
    expect(diagnostics[0]).toMatchObject({ line: 15, path: "p.yaml" });
  });

  it.each<[when: object, isFinding: boolean]>([
    [{ expr: 'facts.author == "bot"' }, true],
    [{ expr: 'facts.source == "scan" && facts.class == "safe"' }, true],
    [{ all: [{ expr: 'facts.class == "safe"' }] }, true],
    [{ any: [{ maxFiles: 3 }, { expr: 'facts.class == "safe"' }] }, true],
    [{ not: { expr: 'facts.class == "unsafe"' } }, true],
    [{ expr: 'facts.author == "bot"', allFiles: ["src/**"] }, false],
    [{ expr: 'facts.author == "bot" && facts.fileCount < 3' }, false],
    [{ expr: 'facts.author == "bot" && !ci.fork' }, false],
    [{ any: [{ maxFiles: 3 }, { allFiles: ["src/**"] }] }, false],
    [{ maxFiles: 3 }, false],
  ])(
    "are claims by which a rule applies and looks at nothing else: %j",
    async (when, isFinding) => {
      const checks = { types: { run: ["tsc"] } };
      const proved = { ...rule("b", { ...when }), checks: ["types"] };
      const held = rule("c", { ...when }, "hold");
      const { diagnostics } = await lint({ checks, rules: [rule("a", when), proved, held] });
      const found = diagnostics.flatMap(({ code, message }) =>
        code === "claims-alone" ? message : [],
      );
      expect(found.map((message) => message.slice(0, 40))).toEqual(
        isFinding ? ["The rule `a` applies by a claim alone, w"] : [],
      );
    },
  );

  it("are checks that no rule names", async () => {
    const checks = { types: { run: ["tsc"] }, lint: { run: ["eslint"] } };
    const named = { ...rule("a", { maxFiles: 1 }), checks: ["types"] };
    const { diagnostics } = await lint({ checks, rules: [named] });
    expect(shown(diagnostics)).toEqual([
      "warning check-unused: No rule names the check `lint`, so that it never runs.",
    ]);
    expect(diagnostics[0]).toMatchObject({ line: 13 });
  });

  it("are globs that match nothing in the tree, each with its place", async () => {
    const when = {
      anyFile: ["src/**", "scr/**"],
      not: { files: { none: ["docs", "doc"] } },
      newFiles: ["new/**"],
    };
    const { diagnostics } = await lint({ rules: [rule("a", when)] }, ["src/a.ts", "docs/a.md"]);
    expect(diagnostics.map(({ message, line }) => [message, line])).toEqual([
      ["The glob `scr/**` of `a` matches no file of this tree.", 15],
      ["The glob `doc` of `a` matches no file of this tree.", 21],
    ]);
  });
});

describe("findings that are errors", () => {
  it("are certain: such a rule decides no random action", async () => {
    let [dead, decided] = [0, 0];
    for (let seed = 0; seed < 12; seed += 1) {
      const random = seededRandom(seed);
      const rules = (name: string, count: number, verdicts: readonly string[]) =>
        Array.from({ length: count }, (_, index) =>
          rule(`${name}-${index}`, randomConditions(random, 1), random.pick(verdicts)),
        );
      const { policy, diagnostics } = await lint({
        lift: ["protected-unnamed"],
        guards: rules("guard", 2, ["hold", "discard", "apply"]),
        rules: rules("rule", 4, ["apply", "discard"]),
      });
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const ids = errors.map(
        ({ message }) => /^[^`]*`([\w-]+)`(?: never decides| contra)/.exec(message)?.[1],
      );
      dead += ids.length;
      for (let index = 0; index < 30; index += 1) {
        const { facts, ci } = randomFacts(random);
        const { ruleId } = evaluatePolicy(policy, facts, [], ci);
        expect(ids).not.toContain(ruleId);
        decided += Number(ruleId !== "default");
      }
    }
    expect(dead).toBeGreaterThan(2);
    expect(decided).toBeGreaterThan(100);
  });
});

describe("what would take too long to compare", () => {
  const pairs = (count: number) =>
    Array.from({ length: count }, () => ({ recipe: ["r"], step: ["s"] }));
  const codesOf = async (...rules: readonly object[]) =>
    (await lint({ rules })).diagnostics.map(({ code }) => code);

  it("is a rule with more than 200 statements: nothing is said about it, and the others are told", async () => {
    const never = { maxFiles: 1, fileCount: 2 };
    const long = rule("a", { ...never, all: pairs(100) });
    expect(await codesOf(long, rule("b", never))).toEqual(["never-holds"]);
    expect(await codesOf(rule("a", { ...never, all: pairs(99) }))).toEqual(["never-holds"]);
    const same = rule("b", { recipe: ["r"], step: ["s"] });
    expect(await codesOf(rule("a", { all: pairs(100), tool: ["**"] }), same)).toEqual([
      "always-holds",
    ]);
  });
});
