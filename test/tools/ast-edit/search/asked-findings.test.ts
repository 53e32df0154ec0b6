import { describe, expect, it } from "vitest";
import { ALL_FACTS, type AskedFacts, ofResult } from "../../../../src/model/action/asked-facts.ts";
import { findingsWith } from "../../../../src/tools/ast-edit/search/asked-findings.ts";

const FACTS = {
  isIdempotent: true,
  addsSyntaxErrors: false,
  isCommentsOnly: false,
  losses: { comments: 1 },
  isWhitespaceOnly: false,
};
const planned = (facts: object) => ({
  kind: "planned",
  changes: [{ path: "a.ts", diff: "d", ...facts }],
  alerts: [],
  cutOff: 0,
});

/** A memory of one run that asked for some facts, as runs that ask for others see it. */
function keptBy(asked: AskedFacts, findings: object) {
  const kept = new Map<string, string>();
  const memory = {
    needsBytes: false,
    get: (key: string) => JSON.parse(kept.get(key) ?? "null") ?? undefined,
    set: (key: string, value: unknown) => kept.set(key, JSON.stringify(value)),
  };
  findingsWith(asked, memory).set("f", findings);
  return (by: AskedFacts) => findingsWith(by, memory).get("f");
}

describe("findings with the facts that a run asks for", () => {
  it("serve a run that asks for the same facts or for fewer, without the others", () => {
    const known = keptBy(ALL_FACTS, planned(FACTS));
    expect(known(ALL_FACTS)).toEqual(planned(FACTS));
    expect(known(["idempotent"])).toEqual(planned({ isIdempotent: true }));
    expect(known([])).toEqual(planned({}));
  });

  it("are none for a run that asks for one more", () => {
    const known = keptBy(["idempotent"], planned({ isIdempotent: true }));
    expect(known(["idempotent"])).toEqual(planned({ isIdempotent: true }));
    for (const group of ofResult(ALL_FACTS).filter((each) => each !== "idempotent"))
      expect(known(["idempotent", group])).toBeUndefined();
  });

  it("serve also a run that asks what other files tell, which is never kept", () => {
    const known = keptBy(["idempotent", "owners"], planned({ isIdempotent: true }));
    expect(known(["idempotent"])).toEqual(planned({ isIdempotent: true }));
    expect(known(["idempotent", "packages"])).toEqual(planned({ isIdempotent: true }));
  });

  it("serve every run if no file is changed: a file that is left alone has no facts", () => {
    const skipped = { kind: "skipped", why: "generated" };
    expect(keptBy([], skipped)(ALL_FACTS)).toEqual(skipped);
  });
});
