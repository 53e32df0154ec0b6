import { render } from "preact";
import { App } from "./ui/app.tsx";
import { ComparisonView } from "./ui/comparison/comparison-view.tsx";
import { FleetView } from "./ui/fleet/fleet-view.tsx";
import { readData } from "./ui/read-data.ts";

const page = document.getElementById("page");
if (page !== null) {
  const data = readData();
  page.replaceChildren();
  render(viewOf(data), page);
}

function viewOf(data: ReturnType<typeof readData>) {
  switch (data.kind) {
    case "report":
      return <App data={data} />;
    case "comparison":
      return <ComparisonView data={data} />;
    case "fleet":
      return <FleetView data={data} />;
  }
}
