import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createPatchReporter } from "../../src/report/formats/patch.ts";
import { recipeOf, runCommand } from "../support/command-run.ts";
import { shownBy } from "../support/shown-by.ts";
import { snapshot, tempFolder } from "../support/temp-tree.ts";

const LONG = Array.from({ length: 40 }, (_, line) => `line(${line});\n`).join("");

/** Files that three steps change, by what is special about them. */
const TREE = {
  "src/plain.ts": `foo(1);\n${LONG}foo(2);\n`,
  "src/no newline.ts": "foo(1);\nlast();",
  "src/crlf.ts": "foo(1);\r\nkeep();\r\nfoo(2);\r\n",
  "src/mixed.ts": "foo(1);\r\nkeep();\nfoo(2);",
  'src/qu"ote\\ .ts': "foo(1);\n",
  "src/tab\tname.ts": "foo(1);\n",
  "src/ä日🙂.ts": "foo('ä日🙂');\n",
  "src/ blank .ts": "foo(1);\n",
  "src/bom.ts": "\uFEFFfoo(1);\nfoo(2);\n",
  "src/run.ts": "#!/usr/bin/env node\nfoo(1);\n",
  "src/gains.ts": "foo(1);",
  "src/loses.ts": "foo(1);\n",
  "src/gone.ts": "foo(1);\n",
  "src/gone run.ts": "other();\n",
  "src/old name.ts": `foo(1);\n${LONG}`,
  "src/emptied.ts": "foo(1);\n",
  "src/filled.ts": "",
  "src/back.ts": "again(1);\n",
  "src/long.ts": `foo("${"x".repeat(500_000)}");\nfoo(2);\n`,
};

const CHANGE = `const fs = require("node:fs");
fs.rmSync("src/gone.ts");
fs.rmSync("src/gone run.ts");
fs.renameSync("src/old name.ts", "src/new näme.ts");
fs.writeFileSync("src/new/empty.ts", "");
fs.writeFileSync("src/new/b c.ts", "bar(9);");
fs.writeFileSync("src/emptied.ts", "");
fs.writeFileSync("src/filled.ts", "bar(3);\\n");
fs.writeFileSync("src/gains.ts", "bar(1);\\n");
fs.writeFileSync("src/loses.ts", "bar(1);");
fs.writeFileSync("src/back.ts", "other(1);\\n");
`.replace("fs.writeFileSync", 'fs.mkdirSync("src/new", { recursive: true });\nfs.writeFileSync');

const edit = (id: string, pat: string, out: string, more: object = {}) => ({
  id,
  ast_edit: { paths: ["src"], ops: [{ pat, out }], ...more },
});

it("leads git from the tree before to the tree after, byte for byte and mode for mode", async () => {
  const policy = `version: 1
default: { verdict: apply, reason: Yes. }
rules: [{ id: not-yet, when: { step: [held] }, verdict: hold, reason: Not yet. }]
`;
  const steps = recipeOf(
    edit("one", "foo($A)", "bar($A)", { per: "match" }),
    edit("held", "keep()", "kept()"),
    { id: "tidy", command: ["node", "change.cjs"], paths: ["src/**"], per: "file" },
    edit("three", "bar($A)", "baz($A)"),
    edit("back", "other(1)", "again(1)"),
  );
  const recipe = steps.replace("{", '{"onHeld":"continue",');
  const others = tempFolder();
  const { root, report } = await runCommand(
    { ...TREE, "change.cjs": CHANGE, "recipe.yaml": recipe, "sluice.policy.yaml": policy },
    {},
    {},
    (made) => {
      for (const path of ["src/run.ts", "src/gone run.ts"]) chmodSync(join(made, path), 0o755);
      execFileSync("cp", ["-a", made, join(others, "copy")]);
    },
  );
  expect(report.alerts.filter(({ level }) => level === "error")).toEqual([]);
  expect(report.actions.filter(({ state }) => state === "held")).toHaveLength(1);
  const patch = shownBy(createPatchReporter, report);
  writeFileSync(join(others, "x.patch"), patch);
  const copy = join(others, "copy");
  expect(snapshot(copy)).not.toEqual(snapshot(root));
  const { status, stderr } = spawnSync("git", ["apply", "--whitespace=nowarn", "../x.patch"], {
    cwd: copy,
    encoding: "utf8",
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(snapshot(copy)).toEqual(snapshot(root));
  expect(patch).not.toContain("src/back.ts");
  expect(snapshot(root)["src/run.ts"]).toBe("755 #!/usr/bin/env node\nbaz(1);\n");
  expect(Object.keys(snapshot(root))).toContain("src/new näme.ts");
});
