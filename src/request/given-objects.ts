/**
 * The recipes and the policy that are in no file, by their names in the request: plain data of a
 * program, such as `object:recipes[0]` and `object:policy`, and texts, such as standard input. They are the
 * caller's own, as files that it names are.
 */
export type GivenObjects = ReadonlyMap<string, object | string>;

/** The texts among what was given, by name. */
export function givenTexts(objects: GivenObjects = new Map()): ReadonlyMap<string, string> {
  return new Map(
    [...objects].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Stands before the name of an object. */
export const OBJECT = "object:";
