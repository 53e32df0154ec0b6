import { dirname, resolve } from "node:path";
import { findRepository } from "../../git/find-repository.ts";
import type { HookCall } from "./hook-call.ts";
import { namedFiles } from "./named-files.ts";
import { placeOfFile } from "./place-of-file.ts";

/**
 * Returns the root whose files are judged, absolute: the one that was named, or the top of the nearest repository
 * around the working directory that has a file of the call. Of a call of files elsewhere: the top of the nearest one.
 */
export function rootOfHook(named: string | undefined, cwd: string, call: HookCall): string {
  if (named !== undefined) return resolve(cwd, named);
  const tops = topsAround(cwd);
  const isWritten = (root: string) =>
    filesOf(call).some((file) => {
      const place = placeOfFile(file, { root, cwd: ("cwd" in call && call.cwd) || cwd });
      return place.kind !== "outside";
    });
  return tops.find(isWritten) ?? tops[0] ?? cwd;
}

/** The tops of the repositories around a folder, the nearest first. */
function topsAround(folder: string): readonly string[] {
  const repository = findRepository(folder);
  if (repository === undefined) return [];
  const top = dirname(repository);
  const above = dirname(top);
  return above === top ? [top] : [top, ...topsAround(above)];
}

function filesOf(call: HookCall): readonly string[] {
  if (call.kind === "edit") return [call.path];
  return call.kind === "patch" ? namedFiles(call.text) : [];
}
