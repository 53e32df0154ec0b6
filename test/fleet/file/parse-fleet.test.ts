import { describe, expect, it } from "vitest";
import { parseFleet } from "../../../src/fleet/file/parse-fleet.ts";

const AT = { path: "fleet.yaml", folder: "/work" };
const HEAD = "version: 1\nrecipes: [shipped:assert-strict]\npolicy: safe\n";

function parsed(text: string) {
  const result = parseFleet(text, AT);
  return "fleet" in result
    ? result.fleet
    : result.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

function sourcesOf(entries: string) {
  const fleet = parsed(`${HEAD}repositories:\n${entries}`);
  return "recipes" in fleet
    ? fleet.entries.map((entry) =>
        entry.kind === "repository"
          ? [entry.repository.name, Object.values(entry.repository.source)]
          : entry,
      )
    : fleet;
}

describe("a fleet file", () => {
  it("names recipes, a policy and repositories, with paths beside the file", () => {
    const fleet = parsed(`
version: 1
recipes: [recipes/a.yaml, shipped:assert-strict, rename]
policy: policies/fleet.yaml
inputs: { to: log }
publish: { per: recipe }
repositories:
  - app
  - { url: https://example.com/acme/web.git, ref: next, inputs: { to: info }, paths: [src] }
`);
    expect(fleet).toMatchObject({
      name: "fleet",
      folder: "/work",
      recipes: ["/work/recipes/a.yaml", "shipped:assert-strict", "rename"],
      policy: { kind: "file", path: "/work/policies/fleet.yaml" },
      inputs: { to: "log" },
      publish: { per: "recipe", draft: "never" },
      entries: [
        { repository: { name: "app", source: { kind: "path", path: "/work/app" }, entry: 0 } },
        {
          repository: {
            name: "acme/web",
            source: { kind: "url", url: "https://example.com/acme/web.git" },
            ref: "next",
            inputs: { to: "info" },
            paths: ["src"],
            entry: 1,
          },
        },
      ],
    });
  });

  it.each([
    ["acme/app", "acme/app", ["path", "/work/acme/app"]],
    ["/srv/./git//app/", "/srv/git/app", ["path", "/srv/git/app"]],
    ["https://example.com/a/b/c.git", "a/b/c", ["url", "https://example.com/a/b/c.git"]],
    ["git@example.com:acme/app.git", "acme/app", ["url", "git@example.com:acme/app.git"]],
    ["ssh://git@example.com:22/acme/app", "acme/app", ["url", "ssh://git@example.com:22/acme/app"]],
    ["file:///srv/app.git", "srv/app", ["url", "file:///srv/app.git"]],
  ])("gives %s the name %s", (written, name, source) => {
    expect(sourcesOf(`  - ${written}\n`)).toEqual([[name, source]]);
  });

  it("tells repositories of one name apart by their servers, and others by their names alone", () => {
    const found = sourcesOf(
      ["https://a.com/o/x.git", "git@B.com:o/x", "ssh://git@a.com:2222/o/x", "https://a.com/o/y"]
        .map((url) => `  - ${url}\n`)
        .join(""),
    );
    const names = ["a.com/o/x", "b.com/o/x", "a.com:2222/o/x", "o/y"];
    expect(found).toEqual(names.map((name) => [name, expect.anything()]));
  });

  it("takes the repositories that a forge lists", () => {
    expect(
      sourcesOf("  - { forge: github, org: acme, topic: node, exclude: ['*-old'] }\n"),
    ).toEqual([
      {
        ...{ kind: "forge", forge: "github", org: "acme", topic: "node", exclude: ["*-old"] },
        ...{ archived: false, entry: 0, inputs: {} },
      },
    ]);
  });

  it.each([
    ["  - ../app", "5:5 The name `../app` has `..` in it; name the folder by its own path."],
    ['  - "a\\u001bb"', "5:5 `repositories[0]` must be one line without control characters."],
    ['  - "a\\u202eb"', "5:5 The name `a\u202eb` has a control character in it."],
    ["  - -o", "5:5 The name `-o` begins with `-`, as an option does."],
    [
      "  - https://me:s3cret@example.com/a/b",
      "5:5 The address of a repository has a name or a password in it, which reports would show.",
    ],
    [
      "  - url: ext::sh -c true",
      "5:10 The repository `ext::sh -c true` names a helper of git, and none is run.",
    ],
    [
      "  - ext::sh -c true",
      "5:5 The repository `ext::sh -c true` names a helper of git, and none is run.",
    ],
    [
      "  - me:s3c/ret@example.com:a/b",
      "5:5 The address of a repository has a name or a password in it, which reports would show.",
    ],
    [
      "  - path: https://me:s3cret@example.com/a/b",
      "5:11 `path` is a folder of this machine, and an address is none.",
    ],
    [
      "  - url: http://example.com/a/b",
      "5:10 The repository `http://example.com/a/b` is reached neither by https nor by ssh, and is no folder of this machine.",
    ],
    [
      "  - url: https://example.com/a/..%2Fb",
      "5:10 The name `a/../b` has `..` in it; name the folder by its own path.",
    ],
    [
      "  - a\n  - path: a/",
      "6:11 The repository `a` is listed twice: entry 1 is the same, or has its name.",
    ],
    [
      "  - https://a.com/o/x\n  - https://b.com/o/x\n  - git@a.com:o/x",
      "7:5 The repository `a.com/o/x` is listed twice: entry 1 is the same, or has its name.",
    ],
    ["  - { path: a, url: b }", "5:5 An entry names exactly one of `path`, `url` and `forge`."],
    ["  - { path: a, topic: x }", "5:23 `topic` is for an entry with `forge`."],
    ["  - { path: a, ref: 'a b' }", "5:21 `a b` is no name of a branch, a tag or a commit."],
    [
      "  - { path: a, paths: [../b] }",
      "5:24 `repositories[0].paths[0]` leaves the root or could; `..` is not allowed.",
    ],
    ["  - { forge: github }", "5:14 An entry with `forge` needs `org`."],
    ["  - { path: a, branch: x }", "5:16 Unknown key `branch`."],
    [
      "  - { path: a, inputs: { x: { y: 1 } } }",
      "5:29 `repositories[0].inputs.x` must be a text, a number, true or false, or a list of texts and numbers.",
    ],
  ])("refuses %s", (entries, fault) => {
    expect(sourcesOf(`${entries}\n`)).toEqual([fault]);
  });

  it("tells every fault, with a hint on a key that is misspelt", () => {
    const result = parseFleet(`${HEAD}repos: [a]\nrepositories: [../a, ../b]\n`, AT);
    expect(result).toMatchObject({ diagnostics: [{ hint: "Did you mean `repositories`?" }] });
    expect(sourcesOf("  - ../a\n  - ../b\n")).toHaveLength(2);
  });

  it("takes the policy of each repository only by that word", () => {
    const of = (policy: string) => {
      const fleet = parsed(`version: 1\nrecipes: [a]\npolicy: ${policy}\nrepositories: [a]\n`);
      return "recipes" in fleet ? fleet.policy : fleet;
    };
    expect(of("repository")).toEqual({ kind: "repository" });
    expect(of("safe")).toEqual({ kind: "built-in", name: "safe" });
    expect(of("./repository")).toEqual({ kind: "file", path: "/work/repository" });
  });

  it("publishes by the policy, by settings of its own, or not at all", () => {
    const of = (publish: string) => {
      const fleet = parsed(
        `version: 1\nrecipes: [a]\npolicy: p.yaml\npublish: ${publish}\nrepositories: [a]\n`,
      );
      return "recipes" in fleet ? fleet.publish : fleet;
    };
    expect(of("true")).toBe("policy");
    expect(of("false")).toBeUndefined();
    expect(of("{ branch: 'a b' }")).toEqual([expect.stringContaining("4:")]);
    expect(parsed(`${HEAD}publish: true\nrepositories: [a]\n`)).toEqual([
      "4:10 `publish: true` takes the `publish` of the policy, and `safe` has none.",
    ]);
  });
});

describe("an excerpt of a fleet file", () => {
  const framesOf = (entries: string) => {
    const result = parseFleet(`${HEAD}repositories:\n${entries}  - { path: a, url: b }\n`, AT);
    return "fleet" in result ? [] : result.diagnostics.map(({ frame = "" }) => frame);
  };

  it.each([
    "https://bot:s3cret@example.com/a.git",
    "https://s3cret@example.com/a.git",
    '"https://bot:s3/c r@example.com/a.git"',
    "ssh://git:s3cret@example.com/a.git",
    "https://example.com/a.git?private_token=s3cret",
    "https://example.com/a.git#s3cret",
    "bot:s3cret@example.com:a/b",
    "{ url: bot:s3c/ret@example.com:a/b }",
  ])("is not shown if an address may have a secret: %s", (url) => {
    const frames = framesOf(`  - ${url}\n  - https://example.com/${"x".repeat(200)}\n`);
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.join("")).toBe("");
  });

  it("is shown otherwise", () => {
    const [frame] = framesOf("  - ssh://git@example.com:22/a/b\n  - git@example.com:a/c\n");
    expect(frame).toContain("{ path: a, url: b }");
  });
});
