/**
 * The recipes and the policy that a program gave as objects: plain data, by the names that stand for them in the
 * request, such as `object:recipes[0]` and `object:policy`. They are the caller's own, as files that it names are.
 */
export type GivenObjects = ReadonlyMap<string, object>;

/** Stands before the name of an object. */
export const OBJECT = "object:";
