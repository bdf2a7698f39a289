import { render } from "preact";

render(<p>The table</p>, document.getElementById("page")!);
