import type { Emitter } from "highlight.js";

/** A stretch of a line in one color. */
export interface Token {
  readonly text: string;
  /** The class of its colors; empty for plain text. */
  readonly scope: string;
}

/** Receives what highlight.js finds, and keeps it as tokens: no text of a file ever becomes HTML. */
export class TokenCollector implements Emitter {
  readonly #tokens: Token[] = [];
  readonly #scopes: string[] = [];

  addText(text: string): void {
    if (text !== "") this.#tokens.push({ text, scope: classOf(this.#scopes.at(-1) ?? "") });
  }

  startScope(scope: string): void {
    this.#scopes.push(scope);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenCollector)
      for (const token of emitter.#tokens) this.#tokens.push(token);
  }

  finalize(): void {}

  /** Required by highlight.js, which hands it over as its own result; the page does not read it. */
  toHTML(): string {
    return "";
  }

  /** Returns the tokens of each line, without line ends. */
  lines(): readonly (readonly Token[])[] {
    const lines: Token[][] = [[]];
    for (const { text, scope } of this.#tokens)
      for (const [index, part] of text.split("\n").entries()) {
        if (index > 0) lines.push([]);
        if (part !== "") lines.at(-1)?.push({ text: part, scope });
      }
    return lines;
  }
}

/** Returns the class for a scope such as `title.function`: its first word. */
function classOf(scope: string): string {
  const [word = ""] = scope.split(".");
  return word === "" || word.startsWith("language:") ? "" : `c-${word}`;
}
