// The pages of a hall, built as one script that runs from any web host (vite.wall.config.ts): nothing but the broker is
// asked.

import "./replay/without_server.ts";
import { render } from "preact";
import "./tokens.css";
import "./style.css";
import "./sizes.css";
import "./ui/appearance_store.ts";
import { HallPage } from "./wall/page.tsx";

render(<HallPage />, document.getElementById("page")!);
