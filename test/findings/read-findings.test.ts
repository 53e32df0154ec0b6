import { describe, expect, it } from "vitest";
import { readFindings } from "../../src/findings/read-findings.ts";

const FOLDERS = { roots: ["/work/tree"], cwd: "/work/tree/web" };

function sarif(result: object, run: object = {}): string {
  const tool = { driver: { name: "scan", rules: [{ id: "r0" }, { id: "r1" }] } };
  return JSON.stringify({ version: "2.1.0", runs: [{ tool, results: [result], ...run }] });
}

function at(uri: string, location: object = {}, region: object = { startLine: 2 }): object {
  const artifactLocation = { uri, ...location };
  return { ruleId: "r1", locations: [{ physicalLocation: { artifactLocation, region } }] };
}

function read(text: string) {
  return readFindings(text, FOLDERS);
}

function pathOf(text: string): string | undefined {
  const found = read(text);
  return "findings" in found ? found.findings[0]?.path : found.fault;
}

const BASES = {
  originalUriBaseIds: {
    ROOT: { uri: "file:///work/tree/" },
    WEB: { uri: "web", uriBaseId: "ROOT" },
    LOOP: { uriBaseId: "LOOP" },
  },
};

describe("findings of SARIF", () => {
  it("have their scanner, rule, message, path and region", () => {
    const region = { startLine: 3, startColumn: 5, endColumn: 9 };
    const result = { ...at("a.js", {}, region), message: { text: "No." } };
    expect(read(sarif(result))).toEqual({
      findings: [
        {
          tool: "scan",
          rule: "r1",
          message: "No.",
          path: "web/a.js",
          region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
        },
      ],
    });
  });

  it.each<[uri: string, location: object, path: string]>([
    ["a.js", {}, "web/a.js"],
    ["a%20b.js", {}, "web/a b.js"],
    ["file:///work/tree/src/a.js", {}, "src/a.js"],
    ["file:///elsewhere/a.js", {}, "file:///elsewhere/a.js"],
    ["../../etc/passwd", {}, "../../etc/passwd"],
    ["https://example.com/a.js", {}, "https://example.com/a.js"],
    ["a.js", { uriBaseId: "ROOT" }, "a.js"],
    ["a.js", { uriBaseId: "WEB" }, "web/a.js"],
    ["a.js", { uriBaseId: "NOWHERE" }, "a.js"],
    ["a.js", { uriBaseId: "LOOP" }, "a.js"],
    ["%E0%A4%A", {}, "%E0%A4%A"],
  ])("are placed below the root: %s %j", (uri, location, path) => {
    expect(pathOf(sarif(at(uri, location), BASES))).toBe(path);
  });

  it("take the path of an artifact and the id of a rule by their index", () => {
    const place = { physicalLocation: { artifactLocation: { index: 1 } } };
    const artifacts = [{}, { location: { uri: "b.js", uriBaseId: "ROOT" } }];
    const text = sarif({ ruleIndex: 0, locations: [place] }, { ...BASES, artifacts });
    expect(read(text)).toMatchObject({
      findings: [{ rule: "r0", path: "b.js", region: undefined }],
    });
  });

  it("take the id of a rule of an extension of the scanner", () => {
    const tool = { driver: { rules: [{ id: "r0" }] }, extensions: [{}, { rules: [{ id: "e0" }] }] };
    const rule = { index: 0, toolComponent: { index: 1 } };
    expect(read(sarif({ rule }, { tool }))).toMatchObject({ findings: [{ rule: "e0" }] });
  });

  it.each<[why: string, more: object]>([
    ["suppressed", { suppressions: [{ kind: "inSource" }] }],
    ["no fault", { kind: "pass" }],
    ["gone", { baselineState: "absent" }],
  ])("leave out a result that is %s", (_why, more) => {
    expect(read(sarif({ ...at("a.js"), ...more }))).toEqual({ findings: [] });
  });

  it("keep a result whose suppression was rejected", () => {
    const suppressions = [{ kind: "external", status: "rejected" }];
    expect(pathOf(sarif({ ...at("a.js"), suppressions }))).toBe("web/a.js");
  });

  it.each<[text: string, fault: RegExp]>([
    ["", /^is empty$/],
    [" \n", /^is empty$/],
    ["boom", /^is no JSON: /],
    ["[]", /^is no SARIF/],
    ['{"runs":[]}', /^has no run of a scanner$/],
    ['{"runs":[{}]}', /^has no results of The scanner$/],
    ['{"runs":[null]}', /^has no results of The scanner$/],
    [sarif({}, { invocations: [{ executionSuccessful: false }] }), /^says that scan failed$/],
    [sarif({}, { results: null }), /^has no results of scan$/],
  ])("are unknown, and never none, of %s", (text, fault) => {
    expect(read(text)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it("read what is no result at all as a finding without a place", () => {
    expect(read(sarif({ locations: "x", message: 3, ruleId: {} }))).toEqual({
      findings: [{ tool: "scan", rule: "", message: "", path: "", region: undefined }],
    });
  });
});
