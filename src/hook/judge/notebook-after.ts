import type { CellEdit } from "../call/hook-call.ts";
import { isFields } from "../call/read-tools.ts";
import type { TextAfter } from "./call-patch.ts";

/** Returns the text of a notebook after a cell was changed, as agents write it: JSON with an indent of one blank. */
export function notebookAfter(path: string, before: string, edit: CellEdit): TextAfter {
  const notebook = parse(before);
  const cells = isFields(notebook) ? notebook.cells : undefined;
  if (!isFields(notebook) || !Array.isArray(cells) || !cells.every(isFields))
    return { fault: `${path} is no notebook.` };
  const at = placeOf(cells, edit.cell);
  if (at === undefined) return { fault: `${path} has no cell ${JSON.stringify(edit.cell)}.` };
  const next = cellsAfter(cells, at, edit);
  if (next === undefined) return { fault: `${path}: the edit names neither a cell nor its type.` };
  return { after: JSON.stringify({ ...notebook, cells: next }, null, 1) };
}

type Cell = Readonly<Record<string, unknown>>;

function cellsAfter(
  cells: readonly Cell[],
  at: number,
  { mode, source, type }: CellEdit,
): readonly Cell[] | undefined {
  const cell = cells[at];
  if (mode === "insert") {
    if (type === undefined) return undefined;
    const code = type === "code" ? { execution_count: null, outputs: [] } : {};
    // The agent also gives it an id of its own.
    return cells.toSpliced(at + 1, 0, { cell_type: type, source, metadata: {}, ...code });
  }
  if (cell === undefined) return undefined;
  if (mode === "delete") return cells.toSpliced(at, 1);
  const kind = type ?? cell.cell_type;
  const code = kind === "code" ? { execution_count: null, outputs: [] } : {};
  return cells.toSpliced(at, 1, { ...cell, cell_type: kind, source, ...code });
}

/** Returns the index of a cell; -1 for none, which is before the first one; undefined for one that is missing. */
function placeOf(cells: readonly Cell[], id: string | undefined): number | undefined {
  if (id === undefined) return -1;
  const named = cells.findIndex((cell) => cell.id === id);
  if (named !== -1) return named;
  const [, index] = /^cell-(\d+)$/.exec(id) ?? [];
  return index !== undefined && Number(index) < cells.length ? Number(index) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
