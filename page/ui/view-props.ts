import type { PageData } from "../../src/model/page/page-data.ts";
import type { PageLocation } from "../view/location.ts";
import type { Decisions } from "./held/use-decisions.ts";
import type { Look } from "./look.ts";
import type { Go } from "./use-location.ts";

/** Each view has the data of the page, its place, its look and what was decided, with ways to change these. */
export interface ViewProps {
  readonly data: PageData;
  readonly place: PageLocation;
  readonly go: Go;
  readonly look: Look;
  readonly decisions: Decisions;
}
