var last = +new Date();

exports.stamp = function () {
  return Number(new Date()) - last;
};
