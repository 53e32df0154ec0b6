/** A name of somebody else's in a message: short, and without what could make another message of it. */
export function shown(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cs}]/gu, "\uFFFD");
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
}
