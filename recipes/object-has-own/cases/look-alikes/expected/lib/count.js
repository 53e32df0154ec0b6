const hasOwnProperty = Object.prototype.hasOwnProperty;
const has = Object.prototype.hasOwnProperty.call.bind(Object.prototype.hasOwnProperty);

function count(map, keys) {
  let found = 0;
  for (const key of keys) {
    if (map.hasOwnProperty(key)) found += 1;
    if (hasOwnProperty.call(map, key)) found += 1;
    if (Object.prototype.hasOwnProperty.call?.(map, key)) found += 1;
    if (Object.prototype.hasOwnProperty.call(map, key /* not trimmed */)) found += 1;
    if (Object.prototype.hasOwnProperty.apply(map, [key])) found += 1;
    if (Object.prototype.propertyIsEnumerable.call(map, key)) found += 1;
    if (has(map, key) && {}.hasOwnProperty.call(map, key)) found += 1;
  }
  return found;
}

function minified(a,b){return{}.hasOwnProperty.call(a,b)}

module.exports = { count, minified, spread: (args) => Object.prototype.hasOwnProperty.call(...args) };
