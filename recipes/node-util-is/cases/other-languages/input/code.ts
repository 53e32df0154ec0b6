export const isList = util.isArray;
