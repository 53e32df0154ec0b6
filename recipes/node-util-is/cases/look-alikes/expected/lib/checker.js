const { isArray } = require("util");
const util = require("util");
const lodash = require("lodash");

class Checker {
  constructor(helpers) {
    this.util = helpers;
  }

  check(value) {
    if (this.util.isArray(value) || isArray(value)) return "list";
    if (lodash.isDate(value) || util.types.isDate(value)) return "date";
    if (util.isError(value) || util?.isRegExp(value)) return "other";
    return util.isString(value) ? "text: util.isArray" : util /* later */.isBuffer(value);
  }
}

module.exports = { Checker, isList: Array.isArray };
