/** The longest name of a branch, in bytes: folders of some systems take 255 for each part. */
const MAX_BYTES = 200;

/**
 * Returns a text as a part of the name of a branch: whatever git forbids there, and `/` at its ends, becomes `-`.
 */
export function branchPart(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}~^:?*[\\]+/gu, "-")
    .replace(/@\{/g, "-{")
    .replace(/\.{2,}/g, ".")
    .split("/")
    .map((part) => part.replace(/^[.-]+|\.+$/g, "").replace(/\.lock$/i, "-lock"))
    .filter((part) => part !== "")
    .join("/");
  const short = shortened(plain);
  if (short === "" || short === "@") return short === "" ? "none" : "at";
  return /^HEAD$/i.test(short) ? `${short}-` : short; // Alone it would be taken for what is checked out.
}

function shortened(text: string): string {
  let short = text;
  while (Buffer.byteLength(short) > MAX_BYTES) short = short.slice(0, -1);
  return short.replace(/[./-]+$|\p{Cs}$/u, "");
}

/** True if git takes a text as the name of a branch (`git check-ref-format --branch`). */
export function isBranchName(name: string): boolean {
  if (name === "" || name === "@" || name === "HEAD" || name.startsWith("-")) return false;
  if (/[\p{Cc}\p{Cs} ~^:?*[\\]|\.\.|@\{|\/\/|\.$/u.test(name)) return false;
  return name
    .split("/")
    .every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
}
