import { describe, expect, it } from "vitest";
import { LANGUAGE_NAMES } from "../../src/config/prepare/prepare-policy.ts";
import type { Facts } from "../../src/model/action/facts.ts";
import { findBuiltInPolicy } from "../../src/policy/built-in-policies.ts";
import { evaluatePolicy } from "../../src/policy/evaluate-policy.ts";
import { loadPolicy } from "../../src/policy/load-policy.ts";
import { groupsOf, PROTECTED_GROUPS } from "../../src/policy/protected-groups.ts";
import { AGENT_NAMES, CI_NAMES, PACKAGE_NAMES } from "../../src/policy/protected-names.ts";
import { factsOf } from "../support/facts.ts";

const HEAD = "version: 1\ndefault: { verdict: apply, reason: Yes. }\n";

async function decide(facts: Partial<Facts>, more = "") {
  const { policy, diagnostics } = await loadPolicy(`${HEAD}${more}`, "p.yaml", LANGUAGE_NAMES);
  if (policy === undefined) throw new Error(JSON.stringify(diagnostics));
  return evaluatePolicy(policy, factsOf(facts));
}

const guardOf = async (path: string) => (await decide({ files: ["src/a.ts", path] })).ruleId;

describe("the built-in guards", () => {
  it.each([
    [".github/workflows/ci.yml", "protected"],
    [".GitHub/x.yml", "protected"],
    [".github./x.yml", "protected"],
    ["GITHUB~1/x.yml", "protected"],
    [".g\u200citHub/x.yml", "protected"],
    ["packages/a/Package-Lock.json", "protected"],
    ["sluice.yaml", "protected-settings"],
    ["packages/a/sluice.policy.yaml", "protected-settings"],
    ["sgconfig.yml", "protected-settings"],
    ["a/sgconfig.yaml", "protected-settings"],
    [".npmrc", "protected-packages"],
    ["packages/a/.npmrc", "protected-packages"],
    [".yarnrc", "protected-packages"],
    [".yarnrc.yml", "protected-packages"],
    [".yarn/plugins/x.cjs", "protected-packages"],
    [".pnpmfile.cjs", "protected-packages"],
    ["pnpm-workspace.yaml", "protected-packages"],
    ["bunfig.toml", "protected-packages"],
    [".bunfig.toml", "protected-packages"],
    ["rust/.cargo/config.toml", "protected-packages"],
    [".husky/pre-commit", "protected-git"],
    ["web/.husky/pre-push", "protected-git"],
    [".gitattributes", "protected-git"],
    ["src/.gitattributes", "protected-git"],
    [".gitmodules", "protected-git"],
    ["lefthook.yml", "protected-git"],
    [".lefthook-local.yml", "protected-git"],
    [".lintstagedrc.json", "protected-git"],
    [".pre-commit-config.yaml", "protected-git"],
    [".env", "protected-env"],
    ["app/.ENV.production", "protected-env"],
    [".envrc", "protected-env"],
    ["action.yml", "protected-ci"],
    ["actions/setup/action.yaml", "protected-ci"],
    [".gitlab-ci.yml", "protected-ci"],
    ["ci/deploy.gitlab-ci.yml", "protected-ci"],
    [".circleci/config.yml", "protected-ci"],
    ["azure-pipelines.yml", "protected-ci"],
    ["azure-pipelines-release.yaml", "protected-ci"],
    ["Jenkinsfile", "protected-ci"],
    ["Jenkinsfile.release", "protected-ci"],
    [".travis.yml", "protected-ci"],
    [".buildkite/pipeline.yml", "protected-ci"],
    ["bitbucket-pipelines.yml", "protected-ci"],
    [".drone.yml", "protected-ci"],
    [".woodpecker.yml", "protected-ci"],
    [".woodpecker/test.yaml", "protected-ci"],
    ["appveyor.yml", "protected-ci"],
    [".appveyor.yml", "protected-ci"],
    [".cirrus.yml", "protected-ci"],
    [".semaphore/semaphore.yml", "protected-ci"],
    [".teamcity/settings.kts", "protected-ci"],
    ["cloudbuild.yaml", "protected-ci"],
    ["CODEOWNERS", "protected-owners"],
    ["docs/CODEOWNERS", "protected-owners"],
    ["AGENTS.md", "protected-agents"],
    ["packages/a/agents.md", "protected-agents"],
    ["CLAUDE.md", "protected-agents"],
    ["CLAUDE.local.md", "protected-agents"],
    ["GEMINI.md", "protected-agents"],
    ["a/gradle/wrapper/gradle-wrapper.properties", "protected-packages"],
    [".cursor/rules/x.mdc", "protected-agents"],
    [".cursorrules", "protected-agents"],
    [".windsurfrules", "protected-agents"],
    [".clinerules", "protected-agents"],
    [".clinerules/x.md", "protected-agents"],
    [".aider.conf.yml", "protected-agents"],
    [".claude/settings.json", "protected-agents"],
    [".mcp.json", "protected-agents"],
    [".vscode/tasks.json", "protected-agents"],
    [".vscode/launch.json", "protected-agents"],
    [".idea/runConfigurations/x.xml", "protected-agents"],
    [".zed/tasks.json", "protected-agents"],
    ["a/.exrc", "protected-agents"],
    [".nvim.lua", "protected-agents"],
    [".trae/rules/x.md", "protected-agents"],
    [".amazonq/rules/x.md", "protected-agents"],
    [".continuerc.json", "protected-agents"],
    ["mix.lock", "protected"],
    ["ios/Podfile.lock", "protected"],
    ["Package.resolved", "protected"],
    ["x.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved", "protected"],
    ["pdm.lock", "protected"],
    ["pubspec.lock", "protected"],
    ["gradle.lockfile", "protected"],
    ["src/App/packages.lock.json", "protected"],
    ["flake.lock", "protected"],
    ["package.yaml", "protected-packages"],
    ["package.json5", "protected-packages"],
    ["deno.json", "protected-packages"],
    ["deno.jsonc", "protected-packages"],
    ["mise.toml", "protected-packages"],
    [".mise.local.toml", "protected-packages"],
    [".config/mise/config.toml", "protected-packages"],
    [".tool-versions", "protected-packages"],
    ["pnpmfile.cjs", "protected-packages"],
    ["lerna.json", "protected-packages"],
    [".gitignore", "protected-git"],
    ["bitrise.yml", "protected-ci"],
    [".prow.yaml", "protected-ci"],
    [".gitlab-ci.d/x.yml", "protected-ci"],
    [".azuredevops/x.yml", "protected-ci"],
    ["renovate.json", "protected-ci"],
    ["Cargo.toml", "protected-packages"],
    ["crates/a/Cargo.toml", "protected-packages"],
    ["pyproject.toml", "protected-packages"],
    ["setup.py", "protected-packages"],
    ["requirements.txt", "protected-packages"],
    ["requirements-dev.txt", "protected-packages"],
    ["dev-requirements.txt", "protected-packages"],
    ["requirements/base.txt", "protected-packages"],
    ["a/requirements/base.in", "protected-packages"],
    ["constraints.txt", "protected-packages"],
    ["go.mod", "protected-packages"],
    ["go.work", "protected-packages"],
    ["Gemfile", "protected-packages"],
    ["x.gemspec", "protected-packages"],
    ["composer.json", "protected-packages"],
    ["pom.xml", "protected-packages"],
    ["a/build.gradle", "protected-packages"],
    ["settings.gradle.kts", "protected-packages"],
    ["gradle/libs.versions.toml", "protected-packages"],
    ["mvnw", "protected-packages"],
    ["gradlew.bat", "protected-packages"],
    ["src/App/App.csproj", "protected-packages"],
    ["Directory.Build.props", "protected-packages"],
    ["Package.swift", "protected-packages"],
    ["pubspec.yaml", "protected-packages"],
    ["mix.exs", "protected-packages"],
    ["Makefile", "protected-packages"],
    [".readthedocs.yaml", "protected-ci"],
    [".goreleaser.yaml", "protected-ci"],
    [".gitpod.yml", "protected-agents"],
    [".replit", "protected-agents"],
    ["x.code-workspace", "protected-agents"],
    [".run/x.run.xml", "protected-agents"],
    [".dir-locals.el", "protected-agents"],
  ])("hit %s (%s)", async (path, id) => {
    expect(await guardOf(path)).toBe(id);
  });

  it.each([
    "src/env.ts",
    "src/github/x.ts",
    "recipes/x.yaml",
    "package.json",
    "src/owners.ts",
    "src/jenkins.ts",
    "src/actions.yml",
    "docs/my-agents.md",
    "src/deno.ts",
    "src/.eslintrc.json",
    "yarn.ts",
    "src/.github/x.ts",
    "cargo/config.toml",
    "gradle/wrapper.ts",
    "src/requirements/index.ts",
    "docs/requirements.md",
    "a/requirements/b/c.txt",
    "locales/en/auth.json",
    "locales/en/global.json",
    "src/cargo.ts",
    "src/makefile.ts",
    "k8s/app.yaml",
  ])("leave %s to the rules", async (path) => {
    expect(await guardOf(path)).toBe("default");
  });

  const TABLES = [
    ["protected-packages", PACKAGE_NAMES],
    ["protected-ci", CI_NAMES],
    ["protected-agents", AGENT_NAMES],
  ] as const;
  const rows = TABLES.flatMap(([id, table]) =>
    Object.entries(table).flatMap(([reader, names]) => {
      const patterns = names.split(/\s+/).filter((name) => name !== "");
      return patterns.length === 0 ? [] : [{ id, reader, patterns }];
    }),
  );

  it.each(rows)("$id hits every name of $reader, at the root and below", ({ id, patterns }) => {
    for (const pattern of patterns) {
      const path = pattern.replace("*", "x").replace(/\/$/, "/x.y");
      expect([pattern, groupsOf(path), groupsOf(`a/b/${path}`)]).toEqual([pattern, [id], [id]]);
    }
  });

  it("have each name once", () => {
    const all = PROTECTED_GROUPS.flatMap(({ files }) => files.split(/\s+/).filter(Boolean));
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  it("say which path, of which group, and how to lift it", async () => {
    expect(
      await decide({ files: ["a.ts", ".travis.yml", "docs/CODEOWNERS", "b/.drone.yml"] }),
    ).toEqual({
      verdict: "discard",
      ruleId: "protected-ci",
      reason:
        "Touches a protected path (files of CI systems): .travis.yml, b/.drone.yml. `lift: [protected-ci]` in the policy allows it.",
      trace: [
        { id: "protected", kind: "guard", hit: false, failed: "anyFile" },
        { id: "protected-ci", kind: "guard", hit: true },
        { id: "protected-owners", kind: "guard", hit: true },
      ],
    });
    const files = [1, 2, 3, 4, 5].map((n) => `${n}/.npmrc`);
    expect((await decide({ files })).reason).toContain(
      ": 1/.npmrc, 2/.npmrc, 3/.npmrc and 2 more files.",
    );
  });

  it("hit files that configure the run, and manifests whose scripts change", async () => {
    expect(await decide({ runFiles: ["rules/a.yml"] })).toMatchObject({
      verdict: "discard",
      ruleId: "protected-run",
      reason: expect.stringContaining("(files that configure this run): rules/a.yml."),
    });
    expect((await decide({ packageScripts: ["a/package.json"] })).ruleId).toBe(
      "protected-packages",
    );
  });

  it.each(["runFiles", "packageScripts"] as const)("hit if `%s` is not known", (fact) => {
    const { [fact]: _left, ...facts } = factsOf();
    const policy = findBuiltInPolicy("apply-all");
    if (policy === undefined) throw new Error("no policy");
    const { verdict, reason, trace } = evaluatePolicy(policy, facts);
    expect(verdict).toBe("discard");
    expect(reason).toContain("not known for src/a.ts, src/b.ts.");
    expect(trace).toContainEqual(expect.objectContaining({ hit: true, unknown: [fact] }));
  });

  describe("an action that names no files", () => {
    const { replacements: _replacements, ...custom } = factsOf({ files: [], fileCount: 0 });
    const lifting = () =>
      loadPolicy(
        `${HEAD}lift: [protected-unnamed]\nguards: [{ id: g, when: { anyFile: [infra/**] }, verdict: hold, reason: Look. }]\n`,
        "p.yaml",
        LANGUAGE_NAMES,
      );

    it("is hit by a guard of its own, in place of all others", () => {
      const policy = findBuiltInPolicy("apply-all");
      const decision = policy && evaluatePolicy(policy, custom);
      expect(decision).toMatchObject({ verdict: "hold", ruleId: "protected-unnamed" });
      expect(decision?.trace).toEqual([
        { id: "protected", kind: "guard", hit: false, unknown: ["anyFile"] },
        { id: "protected-unnamed", kind: "guard", hit: true, unknown: ["anyFile"] },
      ]);
    });

    it("is, where that is lifted, hit by every guard of the policy on files", async () => {
      const { policy } = await lifting();
      expect(policy && evaluatePolicy(policy, custom)).toMatchObject({ ruleId: "g" });
    });
  });

  it.each<[place: string, path: string, id: string]>([
    [".github", "workflows/ci.yml", "protected"],
    [".GitHub/workflows", "ci.yml", "protected"],
    ["web/.husky", "pre-commit", "protected-git"],
    [".cargo", "config.toml", "protected-packages"],
    ["packages/a", ".github/x.yml", "protected"],
    ["packages/.github", "x.yml", "default"],
    ["packages/a", "src/a.ts", "default"],
  ])("count from the top of the repository: in %s %s", (place, path, id) => {
    const policy = findBuiltInPolicy("apply-all");
    if (policy === undefined) throw new Error("no policy");
    const { ruleId, reason } = evaluatePolicy(policy, factsOf({ files: [path] }), [place]);
    expect(ruleId).toBe(id);
    if (id !== "default") expect(reason).toContain(`: ${path}.`);
  });

  it("come before the guards of the policy, and hold for every built-in policy", async () => {
    const guards = "guards: [{ id: g, verdict: hold, reason: Look. }]\n";
    expect((await decide({ files: [".env"] }, guards)).ruleId).toBe("protected-env");
    for (const name of ["apply-all", "safe", "safe-for-agents", "hold-all"]) {
      const policy = findBuiltInPolicy(name);
      const facts = factsOf({ files: ["CODEOWNERS"] });
      expect(policy && evaluatePolicy(policy, facts).verdict).toBe("discard");
    }
  });
});

describe("a policy", () => {
  it("lifts a group by its id, and no other", async () => {
    const lift = "lift: [protected-ci, protected]\n";
    expect(await decide({ files: [".travis.yml", ".github/x.yml"] }, lift)).toMatchObject({
      verdict: "apply",
      trace: [{ id: "default", hit: true }],
    });
    expect((await decide({ files: [".travis.yml", ".env"] }, lift)).ruleId).toBe("protected-env");
  });

  it("replaces a group by a guard of its own with that id", async () => {
    const guard =
      "guards: [{ id: protected-packages, when: { packageScripts: true, recipe: [other] }, verdict: hold, reason: No. }]\n";
    expect((await decide({ packageScripts: ["package.json"] }, guard)).ruleId).toBe("default");
    expect(
      await decide({ packageScripts: ["package.json"], recipe: "other" }, guard),
    ).toMatchObject({
      verdict: "hold",
      ruleId: "protected-packages",
    });
  });

  it("cannot lift what does not exist", async () => {
    const text = `${HEAD}lift: [protected-ci, protected-agent]\n`;
    expect(await loadPolicy(text, "p.yaml", LANGUAGE_NAMES)).toEqual({
      diagnostics: [
        expect.objectContaining({
          code: "invalid-value",
          message: "There is no built-in guard `protected-agent` to lift.",
          hint: "Did you mean `protected-agents`?",
          line: 3,
          column: 22,
        }),
      ],
    });
  });
});
