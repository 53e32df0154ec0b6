Object.prototype.hasOwnProperty.call(a, "b")
