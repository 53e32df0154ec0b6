export type Callback<T> = (error: Error | null, value?: T) => void;

const tables: { [name: string]: { [id: string]: unknown } } = {};

export function insert<T>(table: string, id: string, row: T, done: Callback<T>): void {
  setImmediate(function () {
    tables[table] = tables[table] || {};
    tables[table][id] = row;
    done(null, row);
  });
}

export function select<T>(table: string, id: string, done: Callback<T>): void {
  setImmediate(function () {
    const rows = tables[table] || {};
    if (!rows.hasOwnProperty(id)) return done(new Error("No " + id + " in " + table));
    done(null, rows[id] as T);
  });
}
