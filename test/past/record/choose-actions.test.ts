import { describe, expect, it } from "vitest";
import { chooseActions } from "../../../src/past/record/choose-actions.ts";

const action = (id: string, path: string, ruleId = "large", recipe = "rename") => ({
  id,
  recipe,
  ruleId,
  files: [{ path }],
});

const ALL = [
  action("5f0c11", "src/a.ts"),
  action("5f0c22", "b.ts"),
  action("71aa33", "src/b.ts", "other"),
];

const byIds = (...ids: readonly string[]) =>
  chooseActions({ kind: "ids", ids }, ALL, "that the run r holds");

const byFilters = (filters: Partial<Record<"rules" | "recipes" | "paths", readonly string[]>>) =>
  chooseActions(
    { kind: "filters", rules: [], recipes: [], paths: [], ...filters },
    ALL,
    "that the run r holds",
  );

describe("the choice of held actions", () => {
  it("takes ids by beginnings that only one has, each once, in the order of the actions", () => {
    expect(byIds("71", "5f0c1", "71aa33")).toEqual({ kind: "chosen", actions: [ALL[0], ALL[2]] });
  });

  it("offers only what can be chosen, and says so if there is nothing", () => {
    const choice = { kind: "ids", ids: ["x"] } as const;
    const whose = "that the run r holds";
    expect(chooseActions(choice, ALL, whose, ALL.slice(1, 2))).toMatchObject({
      hint: "There are: 5f0c22.",
    });
    expect(chooseActions(choice, [], whose)).toMatchObject({
      hint: "There is none to choose from. See sluice runs.",
    });
  });

  it.each([
    ["5f0c", "is the beginning of the ids of 2 actions", "Write more of it: 5f0c11, 5f0c22."],
    ["5f0c12", "There is no action `5f0c12`", "Did you mean `5f0c11`?"],
    ["x", "There is no action `x`", "There are: 5f0c11, 5f0c22, 71aa33."],
  ])("refuses the id %s, and says which there are", (id, problem, hint) => {
    const found = byIds("71", id);
    expect(found).toMatchObject({ kind: "none", hint });
    expect(found.kind === "none" ? found.problems.join() : "").toContain(problem);
  });

  it("takes what every filter lets through, and of paths only actions whose files all match", () => {
    expect(byFilters({})).toMatchObject({ actions: ALL });
    expect(byFilters({ rules: ["large"], paths: ["src/**"] })).toMatchObject({ actions: [ALL[0]] });
    expect(byFilters({ recipes: ["rename"] })).toMatchObject({ actions: ALL });
    expect(byFilters({ rules: ["larg"] })).toMatchObject({ hint: "Did you mean `large`?" });
    expect(byFilters({ paths: ["*.md"] })).toMatchObject({ kind: "none" });
  });
});
