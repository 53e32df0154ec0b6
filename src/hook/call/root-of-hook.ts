import { dirname, resolve } from "node:path";
import { findRepository } from "../../git/find-repository.ts";

/** Returns the root whose files are judged: the one that was named, or the top of the repository; absolute. */
export function rootOfHook(named: string | undefined, cwd: string): string {
  if (named !== undefined) return resolve(cwd, named);
  const repository = findRepository(cwd);
  return repository === undefined ? cwd : dirname(repository);
}
