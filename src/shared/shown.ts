/** Returns a foreign name for a message: short, and without characters that could turn it into another message. */
export function shown(name: string): string {
  const clean = withoutControls(name);
  return clean.length > 120 ? `${clean.slice(0, 120)}…` : clean;
}

/** Returns the whole of a foreign name, without characters that could turn a message into another one. */
export function withoutControls(name: string): string {
  return name.replace(/[\p{Cc}\p{Cs}]/gu, "\uFFFD");
}

/** Returns the text with U+FFFD for each half of a surrogate pair: UTF-8, XML and most readers of JSON take none. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\uFFFD");
}
