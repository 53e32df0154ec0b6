/** Words of JavaScript that no import of a module can bind. */
export const RESERVED = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof var void while with yield`.split(/\s+/),
);
