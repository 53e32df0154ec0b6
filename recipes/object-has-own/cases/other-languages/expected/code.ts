if (Object.hasOwn(a, "b")) f();
