import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../src/edit/text/unified-diff.ts";
import { CALLS, callIn, stdin } from "../support/hook-calls.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import {
  git,
  snapshot,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";

const POLICY =
  "version: 1\nextends: safe\nguards:\n  - { id: no-new, when: { anyFile: [new.ts] }, verdict: " +
  "discard, reason: New. }\n";
const FILES = {
  "a.ts": "export const a = 1;\nexport const b = 2;\n",
  "sub/s.ts": "export const a = 1;\n",
  "sluice.policy.yaml": POLICY,
};
const SETTINGS = { hook_event_name: "PreToolUse", cwd: "/project" };

/** Answers a call, and fails if anything was written. */
async function answer(root: string, agent: string, call: string, more: readonly string[] = []) {
  const before = snapshot(root);
  const argv = ["hook", agent, ...more];
  const { exitCode, stdout, stderr } = await cli(root, argv, stdin(call));
  expect(snapshot(root)).toEqual(before);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout.trim() === "" ? undefined : (JSON.parse(stdout) as Record<string, unknown>);
}

/** Returns the reason of a refusal in the form of Claude; undefined without one. */
async function refusal(root: string, input: object, tool = "Write", more: readonly string[] = []) {
  const call = { ...SETTINGS, tool_name: tool, tool_input: input };
  const text = JSON.stringify(call).replaceAll("/project", root);
  const given = await answer(root, "claude", text, more);
  const { permissionDecision, permissionDecisionReason } = (given?.hookSpecificOutput ??
    {}) as Record<string, string>;
  expect(permissionDecision).toBe(given === undefined ? undefined : "deny");
  return permissionDecisionReason;
}

describe("the answer to a recorded call", () => {
  it("has no opinion of what the policy accepts or nobody judges, and denies the rest (V6)", async () => {
    const root = tempRepository({ ...FILES, "n.ipynb": '{"cells":[]}' });
    const denied: Record<string, string> = {};
    for (const name of Object.keys(CALLS)) {
      const given = await answer(root, name.split("-")[0] ?? "", callIn(root, name));
      if (given === undefined || Object.keys(given).length === 0) continue;
      denied[name] = JSON.stringify(given).replace(/^.*Sluice: (.{0,70}).*$/, "$1");
    }
    expect(denied).toEqual({
      "claude-notebookedit": expect.stringContaining("n.ipynb has no cell"),
      "claude-write": expect.stringContaining(
        "Rule no-new (sluice.policy.yaml:4) refuses the edit of new.ts",
      ),
      "codex-heredoc": expect.stringContaining(
        "The edit is refused: The edit is refused as a whole: a.ts",
      ),
      "cursor-delete": expect.stringContaining(
        "Rule deletes-files (sluice.policy.yaml) holds the edit of a.ts",
      ),
      "cursor-write": expect.stringContaining(
        "Rule no-new (sluice.policy.yaml:4) refuses the edit of new.ts",
      ),
    });
  });

  it("is in the form of the agent", async () => {
    const root = tempRepository(FILES);
    const reason = expect.stringMatching(/^Sluice: Rule no-new .* Propose an edit that the rule/);
    expect(await answer(root, "cursor", callIn(root, "cursor-write"))).toEqual({
      permission: "deny",
      user_message: reason,
      agent_message: reason,
    });
    const { stdout } = await cli(root, ["hook", "cursor"], stdin(callIn(root, "cursor-read")));
    expect(stdout).toBe("{}\n");
  });
});

describe("the judge of an edit", () => {
  it.each([
    ["a = 1", "a = 3"],
    ["export const a = 1;", "// gone"],
    ["a = 1", "a = ;"],
    ["export const b", 'eval("x");\nexport const b'],
  ])("is that of `sluice propose`: %s → %s", async (old_string, new_string) => {
    const root = tempRepository(FILES);
    const after = FILES["a.ts"].replace(old_string, new_string);
    const { text } = unifiedDiff("a.ts", FILES["a.ts"], after);
    const { report } = await cliReport(root, ["propose", "-", "--dry-run"], stdin(text));
    const [action] = report.actions;
    const reason = await refusal(
      root,
      { file_path: "/project/a.ts", old_string, new_string },
      "Edit",
    );
    if (action?.state === "would-apply") expect(reason).toBeUndefined();
    else expect(reason).toContain(`Rule ${action?.ruleId} (`);
    expect(reason ?? "").toContain(action?.state === "would-apply" ? "" : (action?.reason ?? "–"));
  });

  it("denies an edit of what configures, of what no policy allows, and of no whole path", async () => {
    const root = tempRepository(FILES);
    for (const [file_path, reason] of [
      ["/project/.claude/settings.json", /Rule protected-agents/],
      ["/project/sluice.policy.yaml", /Rule protected-run/],
      ["/project/.git/hooks/pre-commit", /No policy allows it/],
      ["/project/.sluice/runs/1/report.json", /No policy allows it/],
      ["/project/node_modules/a/index.js", /No policy allows it/],
      ["~/a.ts", /no whole path/],
      ["/project/a\0.ts", /no whole path/],
    ] as const)
      expect(await refusal(root, { file_path, content: "{}" })).toMatch(reason);
  });

  it("has no opinion of files outside of the root, and none of an edit that changes nothing", async () => {
    const root = tempRepository(FILES);
    const file_path = join(tempFolder(), "new.ts");
    expect(await refusal(root, { file_path, content: "" })).toBeUndefined();
    expect(
      await refusal(root, { file_path: "/project/new.ts", content: "" }, "Write", [
        "--root",
        "sub",
      ]),
    ).toBeUndefined();
    expect(await refusal(root, { file_path: "a.ts", content: FILES["a.ts"] })).toBeUndefined();
  });

  it("follows links: one that leads into the root counts as its target, one that leads out is denied", async () => {
    const root = tempRepository(FILES);
    const outside = tempTree({ "x.ts": "" });
    symlinkSync(root, join(outside, "in"));
    symlinkSync(outside, join(root, "out"));
    const content = "export const n = 1;\n";
    expect(await refusal(root, { file_path: join(outside, "in/new.ts"), content })).toMatch(
      /no-new/,
    );
    expect(await refusal(root, { file_path: join(root, "out/x.ts"), content })).toMatch(
      /leads out/,
    );
  });

  it("judges the tree around the folder that the agent is in", async () => {
    const root = tempRepository(FILES);
    const argv = ["hook", "codex"];
    const call = callIn(root, "codex-heredoc-in-folder");
    const { stdout } = await cli(join(root, "sub"), argv, stdin(call));
    expect(stdout).toBe("");
    const patch = "*** Begin Patch\n*** Delete File: ../a.ts\n*** End Patch";
    const fields = { tool_input: { command: patch }, cwd: join(root, "sub") };
    const denied = await cli(
      join(root, "sub"),
      argv,
      stdin(callIn(root, "codex-apply-patch", fields)),
    );
    expect(denied.stdout).toContain("holds the edit of a.ts");
  });

  it("judges an edit of the outer repository there, also from a repository in it", async () => {
    const root = tempRepository(FILES);
    git(root, "init", "-q", "sub/inner");
    const patch = "*** Begin Patch\n*** Delete File: ../../a.ts\n*** End Patch";
    const cwd = join(root, "sub/inner");
    const call = callIn(root, "codex-apply-patch", { tool_input: { command: patch }, cwd });
    const { stdout } = await cli(cwd, ["hook", "codex"], stdin(call));
    expect(stdout).toContain("holds the edit of a.ts");
  });

  it("takes a patch that is half in the root as none, and one outside of it as nothing of its own", async () => {
    const root = tempRepository(FILES);
    const patch = (...files: readonly string[]) => ({
      tool_input: {
        command: `*** Begin Patch\n${files.map((file) => `*** Add File: ${file}\n+x\n`).join("")}*** End Patch`,
      },
    });
    const of = (...files: readonly string[]) =>
      answer(root, "codex", callIn(root, "codex-apply-patch", patch(...files)));
    expect(JSON.stringify(await of("b.md", "/elsewhere/b.md"))).toContain("Make two patches");
    expect(JSON.stringify(await of(".git/config"))).toContain("No policy allows it");
    expect(await of("/elsewhere/b.md")).toBeUndefined();
  });
});

interface TreeFiles {
  readonly policy?: string;
  readonly project?: string;
}

describe("an answer that cannot be found", () => {
  const content = "export const n = 1;\n";

  it.each([
    ["a policy that is missing", {}, /sluice\.policy\.yaml is missing/],
    ["a policy that is invalid", { policy: "rules: 1\n" }, /sluice\.policy\.yaml:2: .* mends/],
    ["a project file that is invalid", { project: "rules: 1\n" }, /sluice\.yaml:2: .* mends/],
    [
      "the policy of the project file",
      { project: "recipes: [r]\npolicy: hold-all\n", policy: "extends: apply-all\n" },
      /Rule default \(hold-all\) holds the edit of b\.ts/,
    ],
  ])("denies, with %s", async (_, { policy, project }: TreeFiles, reason) => {
    const file = (name: string, text?: string) => text && { [name]: `version: 1\n${text}` };
    const root = tempRepository({
      "a.ts": FILES["a.ts"],
      ...file("sluice.policy.yaml", policy),
      ...file("sluice.yaml", project),
    });
    expect(await refusal(root, { file_path: "/project/b.ts", content })).toMatch(reason);
  });

  it("denies, of a file that is no text, and of a folder", async () => {
    const root = tempRepository(FILES);
    writeTree(root, { binary: Buffer.from([0, 1]), utf16: Buffer.from("\uFEFFa", "utf16le") });
    mkdirSync(join(root, "folder"));
    for (const [name, reason] of [
      ["binary", /no text in UTF-8/],
      ["utf16", /no text in UTF-8/],
      ["folder", /no ordinary file/],
    ] as const)
      expect(await refusal(root, { file_path: `/project/${name}`, content })).toMatch(reason);
  });

  it("denies when the time is up, the call is too large, or a promise is broken", async () => {
    const root = tempRepository(FILES);
    const call = callIn(root, "claude-edit");
    const late = { after: () => AbortSignal.abort() };
    const timed = await cli(root, ["hook", "claude"], { ...stdin(call), ...late });
    expect([timed.exitCode, timed.stdout]).toEqual([0, expect.stringContaining('"deny"')]);
    const large = await cli(root, ["hook", "claude"], stdin(" ".repeat(8_400_000)));
    expect(large.stdout).toContain("Make several smaller edits");
    const broken = await cli(root, ["hook", "claude"], {
      ...stdin(call),
      newRunId: () => {
        throw new Error("broken");
      },
    });
    expect([broken.exitCode, broken.stdout]).toEqual([0, expect.stringContaining('"deny"')]);
    expect(broken.stderr).toContain("a fault of Sluice itself");
    const none = await cli(root, ["hook", "claude"]);
    expect(none.stdout).toContain("There is no call");
  });

  it("is an error of usage for an agent that nobody knows", async () => {
    expect((await cli(tempFolder(), ["hook", "other"], stdin("{}"))).exitCode).toBe(2);
  });
});
