import { render } from "preact";
import { App } from "./ui/app.tsx";
import { readData } from "./ui/read-data.ts";

const page = document.getElementById("page");
if (page !== null) {
  const data = readData();
  page.replaceChildren();
  render(<App data={data} />, page);
}
