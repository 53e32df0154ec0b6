// Prints the key of the cache of packages: the system, the Node, the lockfile, the grammars, and if the action is to be
// built: node cache-key.mjs LANGUAGES. Inputs stand in it only as a part of a digest.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

const [languages = ""] = process.argv.slice(2);
const isReleased = existsSync(new URL("../../dist/action/main.js", import.meta.url));
const digest = createHash("sha256")
  .update(readFileSync(new URL("../../package-lock.json", import.meta.url)))
  .update(readFileSync(new URL("languages.json", import.meta.url)))
  .update(`${languages}\0${isReleased}`)
  .digest("hex");
const [major] = process.versions.node.split(".");
process.stdout.write(`sluice-${process.platform}-${process.arch}-node${major}-${digest}\n`);
