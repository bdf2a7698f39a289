// A replay in a folder: the one page of it, built as one script that runs from a disk too (vite.folder.config.ts).

import "./replay/without_server.ts";
import { render } from "preact";
import "./tokens.css";
import "./style.css";
import "./sizes.css";
import "./ui/appearance_store.ts";
import { FolderReplay } from "./replay/folder_page.tsx";
import { followKeys } from "./ui/arrow_keys.ts";

followKeys();
render(<FolderReplay />, document.getElementById("page")!);
