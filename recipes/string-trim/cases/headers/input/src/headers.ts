/** Reads `name: value` lines. */
export function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.trimRight().split("\n")) {
    const [name, value] = line.split(":", 2);
    if (name!.trimLeft() === "") continue;
    headers.set(name!.trimRight().trimLeft(), value?.trimLeft().trimRight() ?? "");
  }
  return headers;
}

export const titleOf = (input: { title?: string }) => input?.title?.trimRight() ?? `${"  none".trimLeft()}`;
