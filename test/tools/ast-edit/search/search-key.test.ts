import { expect, it } from "vitest";
import {
  type SearchIdentity,
  searchKeyOf,
} from "../../../../src/tools/ast-edit/search/search-key.ts";
import { compiled } from "../../../edit/compile/compiled.ts";

const SEARCH: SearchIdentity = {
  build: "1.0.0 abc",
  engine: "0.51.1",
  languages: [["typescript", ""]],
  ops: [compiled({ pat: "f($A)", out: "g($A)" })],
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
  ["another op", { ops: [compiled({ pat: "f($A)", out: "h($A)" })] }],
])("results that are kept of a search do not count for one with %s", (_what, other) => {
  expect(searchKeyOf({ ...SEARCH })).toBe(searchKeyOf(SEARCH));
  expect(searchKeyOf({ ...SEARCH, ...other })).not.toBe(searchKeyOf(SEARCH));
});
