import { expect, it } from "vitest";
import { boundDiagnostics, countDiagnostics } from "../../../src/model/diagnostic.ts";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";
import { parseYaml } from "../../../src/shared/yaml/yaml-source.ts";

const HEAD = "version: 1\nname: r\nsteps: [{ id: s, prompt: p }]\n";
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
const problemsIn = (text: string) =>
  loadRecipe(text, "r.yaml", { kind: "placeholders" }).diagnostics;

it.each([
  ["unknown keys", HEAD + lines(5000, (index) => `k${index}: 1`), "unknown-key", 4],
  ["duplicate keys", HEAD + lines(5000, () => "name: 1"), "duplicate-key", 4],
])("counts thousands of %s, and lists some with their places", (_what, text, code, line) => {
  const found = problemsIn(text);
  expect(found[0]).toMatchObject({ code, line, column: 1, path: "r.yaml" });
  expect(found[0]?.frame).toContain(`> ${line} |`);
  expect(found).toHaveLength(1001); // Each has a place and a frame, which take longer than to find it.
  expect(countDiagnostics(found)).toBeGreaterThanOrEqual(5000);
  expect(found.at(-1)?.code).toBe("more-diagnostics");
});

it("shows a hundred of them, errors first, and says how many more there are", () => {
  const warning = { code: "unused-input", severity: "warning", message: "w" } as const;
  const error = { code: "unknown-key", severity: "error", message: "e" } as const;
  const shown = boundDiagnostics([...Array(150).fill(warning), ...Array(20_000).fill(error)], 100);
  expect(shown).toHaveLength(101);
  expect(shown[0]).toBe(error);
  expect(shown.at(-1)).toMatchObject({
    severity: "error",
    message: "And 20,050 more, which are not listed.",
    count: 20_050,
  });
});

it("refuses keys that become one name, in maps at any depth", () => {
  const found = parseYaml("a:\n  - 1: x\n    '1': y\n", "r.yaml");
  expect(found).toMatchObject({ diagnostics: [{ code: "duplicate-key", line: 3, column: 5 }] });
});

it("cuts a long line in a code frame, and a long value in a message", () => {
  const [problem] = problemsIn(`version: "${"k".repeat(100_000)}"\n`).filter(
    ({ code }) => code === "invalid-value",
  );
  expect(JSON.stringify(problem).length).toBeLessThan(2000);
});

it("refuses thousands of aliases, and an expression that never ends", () => {
  const aliases = `${lines(1100, (i) => `- &a${i} 1`)}${lines(1100, (i) => `- *a${i}`)}`;
  expect(parseYaml(aliases, "r.yaml")).toMatchObject({
    diagnostics: [{ message: "The file has more than 1000 aliases; write some out." }],
  });
  const found = problemsIn(`${HEAD}description: "${"${{".repeat(50_000)}"\n`);
  expect(found.map(({ code }) => code)).toContain("invalid-expression");
});

it.each(["[", "{", "- ", "? "])("refuses %s in itself, before anything recurses", (opening) => {
  const parsed = parseYaml(opening.repeat(100_000), "r.yaml");
  const [problem] = "diagnostics" in parsed ? parsed.diagnostics : [];
  expect(problem).toMatchObject({ message: "The file is nested too deeply.", line: 1 });
  expect(problem?.column).toBeLessThan(200);
});
