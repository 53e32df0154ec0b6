import type { Patched } from "../../patch/patched.ts";

/** On Windows, where nothing tells if a file may be run, leaves modes as they are, and names their files in `modes`. */
export function withKnownModes(
  patched: Patched,
  platform: NodeJS.Platform = process.platform,
): Patched & { readonly modes: readonly string[] } {
  if (platform !== "win32") return { ...patched, modes: [] };
  const files = patched.files.flatMap(({ mode, ...file }) =>
    mode !== undefined && file.before === file.after ? [] : [file],
  );
  const modes = patched.files.flatMap(({ path, mode }) => (mode === undefined ? [] : [path]));
  return { ...patched, files, modes };
}
