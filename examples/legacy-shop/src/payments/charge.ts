import { Order, totalOf } from "../orders/order";

export interface Charge {
  orderId: string;
  cents: number;
  at: number;
}

export function chargeFor(order: Order): Charge {
  return { orderId: order.id, cents: Math.round(totalOf(order) * 100), at: new Date().getTime() };
}
