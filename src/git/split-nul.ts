/** Returns the entries of an output of git whose entries end with a NUL. */
export function splitNul(output: string): readonly string[] {
  return output.split("\0").filter((entry) => entry !== "");
}
