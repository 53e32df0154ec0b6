import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedFiles, filesUnlike } from "../../src/git/changed-files.ts";
import { linesSince } from "../../src/git/lines-since.ts";
import { gitIn } from "../../src/git/run-git.ts";
import { git, tempRepository, writeTree } from "../support/temp-tree.ts";

test("files that were touched and are as before are not changed, and no question writes into the index", async () => {
  const root = tempRepository({
    "a.js": "a();\n",
    "ä b.js": "b();\n",
    "crlf.js": "c();\r\n",
    ".gitattributes": "crlf.js text eol=crlf\n",
    "sub/d.js": "d();\n",
  });
  writeTree(root, { "a.js": "z();\n", "sub/d.js": "y();\n" });
  git(root, "add", "sub");
  for (const name of ["a.js", "ä b.js", "crlf.js", "sub/d.js"]) utimesSync(join(root, name), 1, 1);
  const index = join(root, ".git/index");
  utimesSync(index, 2, 2);
  const ask = gitIn(root);
  expect(await changedFiles(ask, "HEAD")).toEqual(["a.js", "sub/d.js"]);
  expect(await changedFiles(gitIn(join(root, "sub")), "HEAD")).toEqual(["d.js"]);
  expect(await filesUnlike(ask, ["diff-files"])).toEqual(["a.js"]);
  const lines = await linesSince(ask, { commit: "HEAD", isStaged: false });
  expect([...lines.keys()]).toEqual(["a.js", "sub/d.js"]);
  expect(statSync(index).mtimeMs).toBe(2000);
});
