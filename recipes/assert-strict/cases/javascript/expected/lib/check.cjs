const assert = require("assert/strict");

module.exports = (value) => assert.equal(value, 1);
