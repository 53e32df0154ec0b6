import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders, PRIVATE } from "./make-folders.ts";

/** How the objects of a repository are named. */
export type ObjectFormat = "sha1" | "sha256";

/** Makes an empty repository: what `git init` writes, without templates, which may have hooks. */
export function makeRepository(gitFolder: string, format: ObjectFormat): void {
  for (const name of ["objects/pack", "refs/heads"]) makeFolders(join(gitFolder, name), PRIVATE);
  const isOld = format === "sha1";
  const extension = isOld ? "" : `[extensions]\n\tobjectFormat = ${format}\n`;
  const config = `[core]\n\trepositoryformatversion = ${isOld ? 0 : 1}\n\tbare = false\n${extension}`;
  writeFileSync(join(gitFolder, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(gitFolder, "config"), config);
}
