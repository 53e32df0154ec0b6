import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from "yaml";

/** Thrown for a text whose collections are nested deeper than the limit. */
export class NestingError extends Error {
  /** The UTF-16 offset where the limit is exceeded. */
  readonly offset: number;

  constructor(offset: number) {
    super("nested too deeply");
    this.offset = offset;
  }
}

/** The tokens of a document around its collections, and of the scalar in the innermost one. */
const OTHER_TOKENS = 4;

/**
 * Composes the documents of a text; an empty text is one document. Throws a {@link NestingError} before anything
 * recurses with the nesting: close to the end of the stack the first use of a regular expression would end the
 * process.
 */
export function composeYaml(
  text: string,
  lineCounter: LineCounter,
  maxDepth: number,
): readonly Document.Parsed[] {
  // The library compares each key with all others, and frames each error: both are done by the caller.
  const composer = new Composer({ uniqueKeys: false, strict: true, lineCounter });
  return [...composer.compose(tokensOf(text, lineCounter, maxDepth), true, text.length)];
}

function* tokensOf(
  text: string,
  lineCounter: LineCounter,
  maxDepth: number,
): Generator<CST.Token, void> {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxDepth + OTHER_TOKENS) throw new NestingError(parser.offset);
  }
  yield* parser.end();
}
