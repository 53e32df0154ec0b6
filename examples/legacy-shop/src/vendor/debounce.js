/* debounce 1.0.3, MIT, copied in 2014 */
module.exports = function debounce(callback, wait) {
  var last = new Date().getTime(), timer;
  return function () {
    clearTimeout(timer);
    timer = setTimeout(callback, Math.max(0, wait - (new Date().getTime() - last)));
  };
};
