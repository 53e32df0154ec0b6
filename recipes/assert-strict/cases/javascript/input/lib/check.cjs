const assert = require("assert");

module.exports = (value) => assert.equal(value, 1);
