import { render } from "preact";
import { App } from "./ui/app.tsx";
import { ComparisonView } from "./ui/comparison/comparison-view.tsx";
import { readData } from "./ui/read-data.ts";

const page = document.getElementById("page");
if (page !== null) {
  const data = readData();
  page.replaceChildren();
  render(data.kind === "report" ? <App data={data} /> : <ComparisonView data={data} />, page);
}
