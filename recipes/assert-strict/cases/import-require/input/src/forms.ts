import first = require("node:assert");
import second = require('node:assert')
import third = require("assert")
import fourth = require('assert');
import  spaced=require( "assert" );

import type Types = require("assert");
import commented = require(/* the loose one, on purpose */ "assert");
import other = require("./assert");
import strict = require("assert/strict");

export { first, second, third, fourth, spaced, commented, other, strict };
export type { Types };
