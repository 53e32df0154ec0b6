import first = require("node:assert/strict");
import second = require('node:assert/strict')
import third = require("assert/strict")
import fourth = require('assert/strict');
import  spaced=require( "assert/strict" );

import type Types = require("assert");
import commented = require(/* the loose one, on purpose */ "assert");
import other = require("./assert");
import strict = require("assert/strict");

export { first, second, third, fourth, spaced, commented, other, strict };
export type { Types };
