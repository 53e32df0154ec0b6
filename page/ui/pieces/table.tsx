import type { ComponentChildren } from "preact";

/** The head of a column; `isNumber`: its cells stand at the right. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A table that scrolls to the side where there is no room. */
export function Table<Item>(props: {
  readonly columns: readonly Column[];
  readonly items: readonly Item[];
  readonly cells: (item: Item) => readonly ComponentChildren[];
}) {
  const { columns, items, cells } = props;
  const classOf = (column: number) => (columns[column]?.isNumber ? "end" : undefined);
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            {columns.map(({ title }, column) => (
              <th key={column} class={classOf(column)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={index}>
              {cells(item).map((cell, column) => (
                <td key={column} class={classOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
