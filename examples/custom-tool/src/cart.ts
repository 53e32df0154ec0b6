import { price } from "./price.ts";

export const total = (cents: readonly number[]) => price(cents.reduce((sum, each) => sum + each, 0));
