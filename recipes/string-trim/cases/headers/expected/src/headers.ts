/** Reads `name: value` lines. */
export function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.trimEnd().split("\n")) {
    const [name, value] = line.split(":", 2);
    if (name!.trimStart() === "") continue;
    headers.set(name!.trimEnd().trimStart(), value?.trimStart().trimEnd() ?? "");
  }
  return headers;
}

export const titleOf = (input: { title?: string }) => input?.title?.trimEnd() ?? `${"  none".trimStart()}`;
