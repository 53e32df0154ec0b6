import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ThreatName } from "../../src/model/action/facts.ts";
import { CODE, DEPENDENCIES, PERMISSIONS, TESTS } from "../support/threats/code-cases.ts";
import { PAGE_CODE } from "../support/threats/page-cases.ts";
import { SECRETS } from "../support/threats/secret-cases.ts";
import { ENCODED, HIDDEN, HOSTS, SUPPRESSES } from "../support/threats/text-cases.ts";
import { type ThreatCases, threatsIn } from "../support/threats/threat-case.ts";

const CASES: Readonly<Record<ThreatName, ThreatCases>> = {
  addsSecrets: SECRETS,
  addsHidden: HIDDEN,
  addsHosts: HOSTS,
  addsEncoded: ENCODED,
  addsCode: joined(CODE, PAGE_CODE),
  addsDependencies: DEPENDENCIES,
  disablesTests: TESTS,
  suppresses: SUPPRESSES,
  widensPermissions: PERMISSIONS,
};

it("finds as much as the manual says", () => {
  const rows = Object.entries(CASES).map(([fact, { planted, missed, innocent }]) => {
    const countOf = (cases: typeof planted) =>
      cases.filter((change) => threatsIn(fact as ThreatName, change)?.length !== 0).length;
    const all = [...planted, ...missed];
    return `| \`${fact}\` | ${all.length}, ${countOf(all)} | ${innocent.length}, ${countOf(innocent)} |`;
  });
  const manual = readFileSync(join(import.meta.dirname, "../../docs/policies.md"), "utf8");
  expect(manual.match(/^\| `\w+` \| \d+, \d+ \| \d+, \d+ \|$/gm)).toEqual(rows);
});

describe("what moves to another file", () => {
  const TEST = 'it("a", f);\n';
  const move = (from: string | null) =>
    threatsIn("disablesTests", ["a.test.ts", TEST, from], ["b.test.ts", null, TEST]);

  it("is not taken away by an action that makes or removes the file", () => {
    expect([move(null), move("")]).toEqual([[], []]);
    expect(threatsIn("disablesTests", ["a.test.ts", TEST, null], ["b.test.ts", null, ""])).toEqual([
      "a.test.ts:1:1 test removed: a",
    ]);
  });

  it("is added where both files stay: a part of the action may be all that a shard has", () => {
    const found = threatsIn("addsCode", ["a.ts", "eval(a);\n", ""], ["b.ts", "b;\n", "eval(a);\n"]);
    expect(found).toEqual(["b.ts:1:1 eval: eval"]);
  });
});

describe("the code that a file of some kind adds", () => {
  const codeIn = (path: string, text = "system('id');\n") =>
    threatsIn("addsCode", [path, null, text]);
  const unread = "a.pl a.lua a.c a.bat a.xyz a.mk.in bin/tool bin/version LICENSE.pl .envrc";

  it.each(unread.split(" "))("is not known of %s, which no rule reads", (path) => {
    expect(codeIn(path)).toBeUndefined();
  });

  it("is not known of a script of another language, whatever its extension says of it", () => {
    const code = "os.execute('id')\n";
    expect(codeIn("bin/tool", `#!/usr/bin/lua\n${code}`)).toBeUndefined();
    expect(codeIn("a.lua", `#!/usr/bin/env node\n${code}`)).toBeUndefined();
  });

  const data = "a.md a.TXT a.json a.csv a.yaml a.css a.toml .gitignore .env.local LICENSE-MIT";

  it.each(data.split(" "))("is none in %s, which holds no code", (path) => {
    expect(codeIn(path)).toEqual([]);
  });

  it("is found in text whose first line names an interpreter, and in snapshots", () => {
    expect(codeIn("a.txt", "#!/usr/bin/env node\neval(a);\n")).toEqual(["a.txt:2:1 eval: eval"]);
    const snapshot = "exports[`eval(a)`] = `eval(a)`; eval(b);\n";
    expect(codeIn("a.snap", snapshot)).toEqual(["a.snap:1:33 eval: eval"]);
  });

  it("is none of a file that is deleted, whatever its kind", () => {
    expect(threatsIn("addsCode", ["a.lua", "os.exit()\n", null])).toEqual([]);
  });
});

describe.each(Object.entries(CASES))("%s", (fact, { planted, missed, innocent }) => {
  const name = fact as ThreatName;

  it.each(planted)("finds what is planted in %s: %j → %j", (...change) => {
    expect(threatsIn(name, change)?.[0]).toMatch(/^(?:name of )?\S+:\d+:\d+ \S/);
  });

  it.each(missed)("does not find this yet, in %s: %j → %j", (...change) => {
    expect(threatsIn(name, change)).toEqual([]);
  });

  it.each(innocent)("leaves out what looks alike in %s: %j → %j", (...change) => {
    expect(threatsIn(name, change)).toEqual([]);
  });
});

function joined(a: ThreatCases, b: ThreatCases): ThreatCases {
  return {
    planted: [...a.planted, ...b.planted],
    missed: [...a.missed, ...b.missed],
    innocent: [...a.innocent, ...b.innocent],
  };
}
