if (Object.prototype.hasOwnProperty.call(a, "b")) f();
