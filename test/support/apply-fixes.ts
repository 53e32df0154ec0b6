/** A range of a text and what takes its place; offsets in UTF-16 code units. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface SarifLog {
  readonly runs: readonly {
    readonly results: readonly {
      readonly fixes?: readonly {
        readonly artifactChanges: readonly {
          readonly artifactLocation: { readonly uri: string };
          readonly replacements: readonly {
            readonly deletedRegion: {
              readonly startLine: number;
              readonly startColumn?: number;
              readonly endLine?: number;
              readonly endColumn?: number;
            };
            readonly insertedContent: { readonly text: string };
          }[];
        }[];
      }[];
    }[];
  }[];
}

type Tree = Readonly<Record<string, string | undefined>>;

/** Applies all fixes of a log of SARIF, as its standard defines regions, to a tree. */
export function withSarifFixes(log: SarifLog, tree: Tree): Tree {
  const edits = new Map<string, Edit[]>();
  for (const { fixes = [] } of log.runs[0]?.results ?? [])
    for (const { artifactLocation, replacements } of fixes.flatMap((fix) => fix.artifactChanges)) {
      const path = decodeURIComponent(artifactLocation.uri);
      const lines = linesOf(tree[path] ?? "");
      for (const { deletedRegion, insertedContent } of replacements) {
        const { startLine, startColumn = 1, endLine = startLine } = deletedRegion;
        const content = (lines[endLine - 1]?.text ?? "").replace(/^\uFEFF/, "");
        const end = deletedRegion.endColumn ?? content.replace(/\r?\n$/, "").length + 1;
        add(edits, path, {
          start: offsetOf(lines, startLine, startColumn),
          end: offsetOf(lines, endLine, end),
          text: insertedContent.text,
        });
      }
    }
  return edited(tree, edits);
}

interface Position {
  readonly line: number;
  readonly column?: number;
}

interface Diagnostic {
  readonly location: { readonly path: string };
  readonly suggestions?: readonly {
    readonly range: { readonly start: Position; readonly end: Position };
    readonly text: string;
  }[];
}

/** Applies all suggestions of reviewdog: columns are bytes; whole lines keep their last line end, or go. */
export function withSuggestions(diagnostics: readonly Diagnostic[], tree: Tree): Tree {
  const edits = new Map<string, Edit[]>();
  for (const { location, suggestions = [] } of diagnostics) {
    if (suggestions.length > 1) throw new Error("Reviewdog posts the first suggestion alone.");
    for (const { range, text } of suggestions) {
      const lines = linesOf(tree[location.path] ?? "");
      const { start, end } = range;
      if (start.column !== undefined) {
        const at = (place: Position) => byteOffset(lines, place.line, place.column ?? 0);
        add(edits, location.path, { start: at(start), end: at(end), text });
        continue;
      }
      const last = lines[end.line - 1] ?? { start: 0, text: "" };
      const from = lines[start.line - 1]?.start ?? 0;
      const content = text === "" ? last.text : last.text.replace(/\r?\n$/, "");
      add(edits, location.path, { start: from, end: last.start + content.length, text });
    }
  }
  return edited(tree, edits);
}

interface Line {
  readonly start: number;
  readonly text: string;
}

function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index }) => ({
    start: index,
    text: line,
  }));
}

function offsetOf(lines: readonly Line[], line: number, column: number): number {
  const found = lines[line - 1];
  if (found === undefined) return endOf(lines);
  return found.start + column - 1 + (found.text.startsWith("\uFEFF") ? 1 : 0);
}

function byteOffset(lines: readonly Line[], line: number, column: number): number {
  const found = lines[line - 1];
  if (found === undefined) return endOf(lines);
  return (
    found.start +
    Buffer.from(found.text)
      .subarray(0, column - 1)
      .toString().length
  );
}

function endOf(lines: readonly Line[]): number {
  const last = lines.at(-1);
  return last === undefined ? 0 : last.start + last.text.length;
}

function add(edits: Map<string, Edit[]>, path: string, edit: Edit): void {
  edits.set(path, [...(edits.get(path) ?? []), edit]);
}

function edited(tree: Tree, edits: ReadonlyMap<string, readonly Edit[]>): Tree {
  const changed = [...edits].map(([path, all]) => {
    let text = tree[path] ?? "";
    for (const edit of [...all].sort((a, b) => b.start - a.start || b.end - a.end))
      text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    return [path, text] as const;
  });
  return { ...tree, ...Object.fromEntries(changed) };
}
