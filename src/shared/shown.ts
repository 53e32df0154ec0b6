/** Returns a foreign name for a message: short, and without characters that could turn it into another message. */
export function shown(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cs}]/gu, "\uFFFD");
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
}
