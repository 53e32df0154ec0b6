const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** True for a word that can name a declaration of Python. */
export function isPythonName(word: string): boolean {
  return /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(word) && !KEYWORDS.has(word);
}
