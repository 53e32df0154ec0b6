import { describe, expect, it } from "vitest";
import type { ThreatName } from "../../src/model/action/facts.ts";
import { ENCODED, HIDDEN, HOSTS, SUPPRESSES } from "../support/threats/text-cases.ts";
import { type ThreatCases, threatsIn } from "../support/threats/threat-case.ts";

const CASES: Readonly<Record<ThreatName, ThreatCases>> = {
  addsHidden: HIDDEN,
  addsHosts: HOSTS,
  addsEncoded: ENCODED,
  suppresses: SUPPRESSES,
};

describe.each(Object.entries(CASES))("%s", (fact, { planted, innocent }) => {
  const name = fact as ThreatName;

  it.each(planted)("finds what is planted in %s: %j → %j", (...change) => {
    expect(threatsIn(name, change)?.[0]).toMatch(/^\S+:\d+:\d+ \S/);
  });

  it.each(innocent)("leaves out what looks alike in %s: %j → %j", (...change) => {
    expect(threatsIn(name, change)).toEqual([]);
  });
});
