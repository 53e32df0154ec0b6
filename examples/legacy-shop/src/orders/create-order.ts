import { Callback, insert } from "../db";
import { Logger } from "../logger";
import { User } from "../users/users";
import { Order, OrderLine } from "./order";

export function createOrder(user: User, lines: OrderLine[], done: Callback<Order>): void {
  const createdAt = new Date().getTime();
  const order: Order = { id: user.id + "-" + createdAt, userId: user.id, createdAt, lines };
  insert("orders", order.id, order, function (error) {
    if (error) return done(error);
    Logger.get().write("info", "order created", order.id);
    done(null, order);
  });
}
