import assert from "node:assert";
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
assert.equal(process.env.GITHUB_REF_NAME, `v${version}`, "the tag is not the version");
