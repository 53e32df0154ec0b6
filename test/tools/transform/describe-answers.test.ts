import { describe, expect, it } from "vitest";
import type { FileChange } from "../../../src/model/action/preview.ts";
import { ProposedPlaces } from "../../../src/tools/transform/describe-answers.ts";

/** A new file, of which only the path counts. */
const fresh = (path: string) => ({ path, changes: [{ path, preHash: null } as FileChange] });
const same = (path: string) => ({ path, changes: [] });

describe("the places that answers of a transform take", () => {
  it.each([
    ["n/x", "n", "n/x, and n is proposed as a file"],
    ["n", "n/x/y", "n/x/y, and n is proposed as a file"],
    ["a/b", "A/B", "A/B, as one does"],
    ["a/b", "./a/b", "./a/b, as one does"],
  ])("hold %s, and then not %s", (first, second, message) => {
    const places = new ProposedPlaces();
    places.take("one", [fresh(first)]);
    const take = () => places.take("two", [second.startsWith(".") ? same(second) : fresh(second)]);
    expect(take).toThrow(`it proposes ${message}`);
    expect(() => places.take("three", [fresh("n2"), fresh("na/x")])).not.toThrow();
  });

  it("stay free if an answer is refused", () => {
    const places = new ProposedPlaces();
    expect(() => places.take("one", [fresh("a"), fresh("a")])).toThrow("it proposes a twice");
    expect(() => places.take("two", [fresh("a")])).not.toThrow();
  });
});
