export const isList = Array.isArray;
