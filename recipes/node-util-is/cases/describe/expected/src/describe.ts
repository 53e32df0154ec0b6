import util from "node:util";

export function describe(value: unknown): string {
  if (Array.isArray(value)) return value.map(describe).join(", ");
  if (Buffer.isBuffer(value)) return value.toString("base64");
  return util.types.isDate(value) || !util.types.isRegExp(value) ? util.inspect(value) : value.source;
}

export const onlyLists = (values: unknown[]) => values.filter(Array.isArray);
