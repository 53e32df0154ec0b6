const _ = require("lodash");

// For Internet Explorer.
if (!String.prototype.trimLeft) {
  String.prototype.trimLeft = function trimLeft() {
    return this.replace(/^\s+/, "");
  };
}

class Clip {
  trimLeft(seconds) {
    return new Clip(this.start + seconds);
  }
}

const methods = { trimLeft: true, trimRight: "trimRight()" };

module.exports = {
  Clip,
  methods,
  clip: new Clip().trimLeft(3),
  noted: "a ".trimRight(/* both would do */),
  padded: _.trimLeft("  x"),
  maybe: "x".trimLeft?.(),
  borrowed: ["  a"].map(Function.prototype.call, String.prototype.trimLeft),
  text: "  x".trimStart(),
};
