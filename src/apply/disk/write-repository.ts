import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The format of the names of objects in a repository. */
export type ObjectFormat = "sha1" | "sha256";

/** The objects of a new repository, and the files that it ignores beside those of `.gitignore`. */
interface RepositoryContent {
  /** The folder of another repository in which objects are found, too; absolute. */
  readonly objects: string;
  readonly format: ObjectFormat;
  readonly ignored?: string;
}

/** Makes an empty repository in a git folder. Its branch, `main`, has no commit. */
export async function writeRepository(
  folder: string,
  { objects, format, ignored = "" }: RepositoryContent,
): Promise<void> {
  for (const name of ["objects/info", "refs/heads", "info"])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(folder, "config"), configOf(format));
  await writeFile(join(folder, "objects/info/alternates"), `${objects}\n`);
  await writeFile(join(folder, "info/exclude"), ignored);
}

/** Line ends stay as they are in the commit. */
function configOf(format: ObjectFormat): string {
  const core = (version: number) =>
    `[core]\n\trepositoryformatversion = ${version}\n\tbare = false\n\tautocrlf = false\n`;
  return format === "sha1" ? core(0) : `${core(1)}[extensions]\n\tobjectformat = sha256\n`;
}
