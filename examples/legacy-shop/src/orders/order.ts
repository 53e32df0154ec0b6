export interface OrderLine {
  sku: string;
  count: number;
  price: number;
}

export interface Order {
  id: string;
  userId: string;
  createdAt: number;
  lines: OrderLine[];
}

export function totalOf(order: Order): number {
  let total = 0;
  order.lines.forEach(function (line) {
    total += line.count * line.price;
  });
  return total;
}
