import { describe, expect, it } from "vitest";
import { findApi } from "../../../src/tools/transform/find-api.ts";

const apiOf = (text: string, exports: Readonly<Record<string, unknown>> = {}, path = "a.ts") =>
  findApi({ exports, path, text });

describe("findApi", () => {
  it.each([
    ["sluice", `import type { Transform } from "sluice";`],
    ["jssg", `import { parse } from "codemod:ast-grep";`],
    ["jssg", `import type { SgRoot } from "@codemod.com/jssg-types/main";`],
    ["jssg", `const { parse } = require("codemod:ast-grep");`],
    ["jscodeshift", "export default function (file, api) { const j = api.jscodeshift; }"],
    ["jscodeshift", "module.exports = (file: F, api: API, options) => api.j(file.source);"],
    ["jscodeshift", "export default (file, { jscodeshift: j }) => j(file.source).toSource();"],
    ["jscodeshift", "function f(file, api) { const { j } = api; }\nexport default f;"],
    ["es-tooling", "export default () => { return { name: 'a', transform({ file }) {} }; };"],
    ["es-tooling", "export default (o) => ({ transform: async ({ file }) => file.source });"],
  ])("is certain of %s (%s)", (api, text) => {
    expect(apiOf(text)).toBe(api);
  });

  it.each([
    ["jscodeshift", { parser: "tsx" }],
    ["jssg", { getSelector: () => ({}) }],
  ])("is certain of %s by an export", (api, exports) => {
    expect(apiOf("export default () => null;", exports)).toBe(api);
  });

  it.each([
    ["none", "export default (file, context) => file.text;"],
    ["none", `import j from "jscodeshift"; export default (file) => j(file.source).toSource();`],
    ["none", "// import 'codemod:ast-grep', as in api.jscodeshift\nexport default (a, b) => a;"],
    ["none", `export default (a, b) => a + "codemod:ast-grep";`],
    ["none", "const j = (api) => api.jscodeshift; export default (file) => j;"],
    ["none", "export default (root) => { root.find({ transform: ({ file }) => file }); };"],
    [
      "jssg and jscodeshift",
      `import { parse } from "codemod:ast-grep"; export default (f, api) => api.j(f);`,
    ],
  ])("refuses to guess: %s (%s)", (fits, text) => {
    expect(apiOf(text)).toEqual({ fault: expect.stringContaining(fits) });
  });
});
