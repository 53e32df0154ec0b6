import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../../src/config/prepare/prepare-policy.ts";
import type { Facts } from "../../../src/model/action/facts.ts";
import type { CiFacts } from "../../../src/model/policy/ci-facts.ts";
import type { TraceEntry } from "../../../src/model/policy.ts";
import { evaluatePolicy } from "../../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../../src/policy/load-policy.ts";
import { factsOf } from "../../support/facts.ts";

const CI = { event: "pull_request", branch: "main", fork: true, provider: "github_actions" };

async function entryOf(
  when: object,
  changed: Partial<Facts>,
  kind: "guards" | "rules" = "rules",
  ci: CiFacts = CI,
): Promise<TraceEntry | undefined> {
  const written = {
    version: 1,
    default: { verdict: "hold", reason: "r" },
    [kind]: [{ id: "x", when, verdict: kind === "guards" ? "discard" : "apply", reason: "r" }],
  };
  const { policy, diagnostics } = await loadPolicy(written, "p.yaml", LANGUAGE_NAMES);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return evaluatePolicy(policy, factsOf(changed), [], ci).trace.find(({ id }) => id === "x");
}

describe("conditions", () => {
  it.each<[when: object, facts: Partial<Facts>, failed: string | undefined, found?: unknown]>([
    [{ label: ["AST Edit*"] }, {}, undefined],
    [{ maxLines: 6 }, {}, undefined],
    [{ maxLines: 5 }, {}, "maxLines", 6],
    [{ fileCount: 2 }, {}, undefined],
    [{ fileCount: 3 }, {}, "fileCount", 2],
    [{ replacements: { min: 3, max: 3 } }, {}, undefined],
    [{ replacements: { min: 4 } }, {}, "replacements", 3],
    [{ additions: { max: 2 } }, {}, "additions", 3],
    [{ newFiles: true }, {}, "newFiles", 0],
    [{ newFiles: ["a/**"] }, { newFiles: ["b/x", "a/x"] }, undefined],
    [{ newFiles: ["./a/"] }, { newFiles: ["a/x"] }, undefined],
    [{ newFiles: { none: ["a"] } }, { newFiles: ["b/x", "a/x"] }, "newFiles", "a/x"],
    [{ newFiles: { all: ["a"] } }, { newFiles: ["a/x", "b/x"] }, "newFiles", "b/x"],
    [{ newFiles: { all: ["a"] } }, { newFiles: [] }, "newFiles", 0],
    [{ newFiles: { any: ["b"], count: 2 } }, { newFiles: ["a/x", "b/x"] }, undefined],
    [{ newFiles: { count: { max: 1 } } }, { newFiles: ["a/x", "b/x"] }, "newFiles", 2],
    [{ languages: ["type*"] }, {}, undefined],
    [{ owners: ["@org/*"] }, { owners: ["@org/web"] }, undefined],
    [{ owners: ["@org/*"] }, { owners: ["none"] }, "owners", "none"],
    [{ limitReached: true }, {}, "limitReached", false],
    [{ not: { maxFiles: 1 } }, {}, undefined],
    [{ not: { maxFiles: 2 } }, {}, "not"],
    [{ any: [{ maxFiles: 1 }, { recipe: ["assert*"] }] }, {}, undefined],
    [{ any: [{ maxFiles: 1 }, { recipe: ["x"] }] }, {}, "any", 2],
    [{ all: [{ maxFiles: 2 }, { recipe: ["x"] }] }, {}, "all", "assert-strict"],
    [{ not: { any: [{ maxFiles: 1 }, { not: { maxReplacements: 3 } }] } }, {}, undefined],
    [{ ci: { event: ["pull_*"], fork: true } }, {}, undefined],
    [{ ci: { provider: ["gitlab"] } }, {}, "ci", "github_actions"],
    [{ expr: "facts.additions + facts.deletions < 7 && ci.fork" }, {}, undefined],
    [{ expr: "facts.files.exists(f, f.startsWith('lib/'))" }, {}, "expr", false],
  ])("%j on %j fails by %s, as it finds %s", async (when, facts, failed, found) => {
    const entry = await entryOf(when, facts);
    const outcome = [entry?.hit, entry?.failed, entry?.found];
    expect(outcome).toEqual([failed === undefined, failed, found]);
    expect(entry?.unknown).toBeUndefined();
  });

  it.each<[when: object, name: string]>([
    [{ owners: true }, "owners"],
    [{ not: { owners: true } }, "not"],
    [{ any: [{ owners: true }, { maxFiles: 1 }] }, "any"],
    [{ all: [{ owners: true }, { maxFiles: 2 }] }, "all"],
    [{ touchesChangedLines: false }, "touchesChangedLines"],
    [{ ci: { branch: ["main"] } }, "ci"],
    [{ expr: "facts.owners.size() > 0" }, "expr"],
    [{ expr: "ci.branch == 'main'" }, "expr"],
  ])("%j on facts that are not known hits in a guard and misses in a rule", async (when, name) => {
    expect(await entryOf(when, {}, "guards", {})).toMatchObject({ hit: true, unknown: [name] });
    expect(await entryOf(when, {}, "rules", {})).toMatchObject({ hit: false, failed: name });
  });

  it("are decided by what is known where that is enough", async () => {
    const any = await entryOf({ any: [{ owners: true }, { maxFiles: 2 }] }, {});
    expect(any).toMatchObject({ hit: true });
    const all = await entryOf({ all: [{ owners: true }, { maxFiles: 1 }] }, {}, "guards");
    expect(all).toMatchObject({ hit: false, failed: "all" });
  });
});
