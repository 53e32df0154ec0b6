import util from "node:util";

export function describe(value: unknown): string {
  if (util.isArray(value)) return value.map(describe).join(", ");
  if (util.isBuffer(value)) return value.toString("base64");
  return util.isDate(value) || !util.isRegExp(value) ? util.inspect(value) : value.source;
}

export const onlyLists = (values: unknown[]) => values.filter(util.isArray);
