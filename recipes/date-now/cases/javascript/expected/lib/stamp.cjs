var last = Date.now();

exports.stamp = function () {
  return Date.now() - last;
};
