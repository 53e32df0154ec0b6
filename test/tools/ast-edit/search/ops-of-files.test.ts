import { describe, expect, it } from "vitest";
import { ALL_FACTS, type AskedFacts, ofResult } from "../../../../src/model/action/asked-facts.ts";
import {
  findingsWith,
  type SearchIdentity,
  searchKeyOf,
} from "../../../../src/tools/ast-edit/search/ops-of-files.ts";
import { compiled } from "../../../edit/compile/compiled.ts";

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

const SEARCH: SearchIdentity = {
  build: "1.0.0 abc",
  engine: "0.51.1",
  languages: [["typescript", ""]],
  ops: [compiled({ pat: "f($A)", out: "g($A)" })],
  countsMisses: false,
};

it.each<[what: string, other: Partial<SearchIdentity>]>([
  ["another engine", { engine: "0.51.2" }],
  ["another build of Sluice, with other lists of tokens", { build: "1.0.0 abd" }],
  ["another version of a grammar", { languages: [["typescript", "1.0.0"]] }],
  [
    "code of another language in it",
    {
      languages: [
        ["typescript", ""],
        ["css", ""],
      ],
    },
  ],
  ["files without a match that are looked at", { countsMisses: true }],
  ["another op", { ops: [compiled({ pat: "f($A)", out: "h($A)" })] }],
])("results that are kept of a search do not count for one with %s", (_what, other) => {
  expect(searchKeyOf({ ...SEARCH })).toBe(searchKeyOf(SEARCH));
  expect(searchKeyOf({ ...SEARCH, ...other })).not.toBe(searchKeyOf(SEARCH));
});
