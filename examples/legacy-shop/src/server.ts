import * as http from "http";
import { createOrder } from "./orders/create-order";
import { findUser } from "./users/users";

export function createServer(): http.Server {
  return http.createServer(function (request, response) {
    findUser(String(request.headers["x-user"]), function (error, user) {
      if (error) {
        response.statusCode = 401;
        return response.end(error.message);
      }
      createOrder(user!, [], function (orderError, order) {
        response.statusCode = orderError ? 500 : 201;
        response.end(orderError ? orderError.message : JSON.stringify(order));
      });
    });
  });
}
