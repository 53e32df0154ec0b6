/** Returns the first line of a message of git that names an error; the others are warnings, and explain it. */
export function firstLine(message: string): string {
  const lines = message.split("\n");
  return lines.find((line) => /^(fatal|error): /.test(line)) ?? lines[0] ?? "";
}
