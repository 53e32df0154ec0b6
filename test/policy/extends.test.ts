import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import { type ExtendedPolicy, loadPolicy } from "../../src/policy/load-policy.ts";

const DEFAULT = "default: { verdict: discard, reason: No. }\n";

/** Loads the first of some files, which extend each other by their names. */
function load(files: Readonly<Record<string, string>>) {
  const [first = ""] = Object.keys(files);
  const read = (name: string): Promise<ExtendedPolicy> => {
    const written = files[name];
    return Promise.resolve(
      written === undefined
        ? { fault: `No ${name}.` }
        : { written: `version: 1\n${written}`, path: name },
    );
  };
  return loadPolicy(`version: 1\n${files[first]}`, first, LANGUAGE_NAMES, read);
}

const rule = (id: string) => `{ id: ${id}, verdict: apply, reason: r }`;

describe("a policy that extends others", () => {
  it("adds guards up, puts its rules first, and takes of all else what is nearest", async () => {
    const { policy, diagnostics } = await load({
      own: `extends: [near, far]\norder: stack\nguards: [${rule("g1")}]\nrules: [${rule("r1")}]\nlift: [protected-ci]\n`,
      near: `extends: base\nguards: [${rule("g2")}]\nrules: [${rule("r2")}]\n`,
      far: `${DEFAULT}guards: [${rule("g4")}]\n`,
      base: `default: { verdict: hold, reason: Base. }\norder: queue\nlift: [protected-env]\nguards: [${rule("g3")}]\nrules: [${rule("r3")}]\nallow: { env: [A] }\n`,
    });
    expect(diagnostics).toEqual([]);
    expect(policy?.guards.map(({ id }) => id)).toEqual(["g1", "g2", "g3", "g4"]);
    expect(policy?.rules.map(({ id }) => id)).toEqual(["r1", "r2", "r3"]);
    expect(policy).toMatchObject({
      source: "own",
      default: { verdict: "hold", reason: "Base." },
      order: "stack",
      allow: { env: ["A"], hosts: [] },
      extended: ["near", "base", "far"],
    });
    expect(policy?.protects).not.toContain("protected-ci");
    expect(policy?.protects).not.toContain("protected-env");
    expect(policy?.rules[2]?.place).toEqual({ path: "base", line: 6, column: 9 });
  });

  it.each<[what: string, files: Record<string, string>, problem: string]>([
    ["itself", { a: `${DEFAULT}extends: a\n` }, "a:3 A policy extends itself: a → a."],
    [
      "itself by others",
      { a: `${DEFAULT}extends: b\n`, b: "extends: a\n" },
      "b:2 A policy extends itself: a → b → a.",
    ],
    ["what is not there", { a: `${DEFAULT}extends: [b]\n` }, "a:3 No b."],
    [
      "what is faulty",
      { a: `${DEFAULT}extends: b\n`, b: "rulez: []\n" },
      "b:2 Unknown key `rulez`.",
    ],
    [
      "the same id",
      { a: `${DEFAULT}extends: b\nrules: [${rule("x")}]\n`, b: `guards: [${rule("x")}]\n` },
      "b:2 Two rules have the id `x`: the other one is in a.",
    ],
    [
      "no default",
      { a: "extends: b\n", b: "rules: []\n" },
      "a:1 Missing key `default`. No file that it extends has one.",
    ],
  ])("is refused if it extends %s", async (_what, files, problem) => {
    const { policy, diagnostics } = await load(files);
    expect(policy).toBeUndefined();
    expect(diagnostics.map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([
      problem,
    ]);
  });

  it("extends a bounded number of files", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 18 }, (_, index) => [`p${index}`, `${DEFAULT}extends: p${index + 1}\n`]),
    );
    const { diagnostics } = await load({ ...files, p18: DEFAULT });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "A policy extends at most 16 others.",
    ]);
  });

  it("takes a file twice only once", async () => {
    const { policy } = await load({
      a: "extends: [b, c]\n",
      b: "extends: d\n",
      c: "extends: d\n",
      d: `${DEFAULT}rules: [${rule("r")}]\n`,
    });
    expect(policy?.rules.map(({ id }) => id)).toEqual(["r"]);
  });
});
