const discounts: { [code: string]: number } = { WELCOME: 10, STAFF: 30 };

export function discountOf(code: string): number {
  return Object.prototype.hasOwnProperty.call(discounts, code) ? discounts[code] : 0;
}

export function discounted(price: number, code: string): number {
  return price - (price * discountOf(code)) / 100;
}
