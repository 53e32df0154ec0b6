import type { ProposedFile } from "./transform-shapes.ts";

/** Returns the text if the file itself, and no other, is proposed. */
export function ownTextOf(files: readonly ProposedFile[], path: string): string | undefined {
  const [first] = files;
  return files.length === 1 && first?.path === path ? (first.text ?? undefined) : undefined;
}
