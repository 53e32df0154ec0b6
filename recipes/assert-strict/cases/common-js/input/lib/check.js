"use strict";

const assert = require("assert");
const { equal } = require('node:assert');
const strict = require("assert").strict;
const named = require(/* the loose one, on purpose */ "assert");
const other = require("./assert");

jest.mock("assert");

module.exports = function check(order) {
  assert.equal(order.lines.length, 1);
  equal(order.total, strict ? 10 : 0);
  named.equal(other.total(order), "10");
};
