import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTree } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const CI = { recipes: ["recipe.yaml"] };
/** With the base, files that are not in it would be missing. */
const ALL = { ...CI, args: ["--trust=all"] };

const RECIPE = `version: 1
name: r
steps:
  - id: ask
    prompt: Read @.env and @docs/notes.md, @local.log and @sub/link.md.
    attach: [id_rsa]
  - id: read
    tool: read_file
    with: { path: local.log }
`;

it("F21 files of the checkout that git ignores, or that look like secrets, are not handed out", async () => {
  const request = await openPullRequest({
    base: {
      "recipe.yaml": RECIPE,
      "docs/notes.md": "Notes.\n",
      ".gitignore": "*.log\n.env\nid_rsa\n",
    },
    head: () => ({ "src/a.js": "f(1);\n" }),
  });
  const { root, token } = request;
  // A build has left them there.
  writeTree(root, { ".env": token, "local.log": token, id_rsa: token });
  const attempts = await checkSafely(request, ALL);
  for (const { exitCode, report } of attempts) {
    expect(exitCode).toBe(1);
    const withheld = report?.alerts.filter(({ code }) => code === "file-ref-withheld");
    const paths = new Set(withheld?.map(({ path }) => path));
    expect([...paths].sort()).toEqual([".env", "id_rsa", "local.log"]);
    expect(JSON.stringify(report?.transcripts)).toContain("Notes.");
  }
  for (const { exitCode, report } of await checkSafely(request, CI)) {
    expect(exitCode).toBe(1); // The call of read_file is about the checkout, with any trust.
    expect(JSON.stringify(report?.transcripts)).toContain("Notes.");
  }
});

it("F21 a link of a pull request does not give such a file another name", async () => {
  const request = await openPullRequest({
    base: {
      "recipe.yaml": RECIPE.slice(0, RECIPE.indexOf("  - id: read")),
      ".gitignore": "*.log\n.env\nid_rsa\n",
    },
    prepare(root) {
      writeTree(root, { "sub/.keep": "" });
      symlinkSync("../.env", join(root, "sub/link.md"));
    },
  });
  writeTree(request.root, { ".env": request.token });
  const attempts = await checkSafely(request, ALL);
  for (const { report } of attempts)
    expect(
      report?.transcripts[0]?.fileRefs.find(({ path }) => path === "sub/link.md"),
    ).toMatchObject({ outcome: "withheld" });
});

it("F21 a file of the job that only the base ignores stays here: the head has no say in it", async () => {
  const steps = ["job-creds.json", "gha-creds-0a1b2c3d.json", "src/a.js"].map(
    (path, index) => `  - { id: s${index}, tool: read_file, with: { path: ${path} } }\n`,
  );
  const recipe = `version: 1\nname: r\nsteps:\n${steps.join("")}`;
  const request = await openPullRequest({
    base: { ".gitignore": "*creds*.json\n", "recipe.yaml": recipe, "src/a.js": "f(1);\n" },
    head: () => ({ ".gitignore": "dist/\n" }),
  });
  const { root, token } = request;
  writeTree(root, { "job-creds.json": token, "gha-creds-0a1b2c3d.json": token });
  for (const { exitCode, output } of await checkSafely(request, CI)) {
    expect(exitCode).toBe(1);
    expect(output).toContain("job-creds.json` is not tracked by git, and is read only if");
  }
});
