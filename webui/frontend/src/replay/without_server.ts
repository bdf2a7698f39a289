// The start of a page without a server; import it before all other modules: they may hold texts at their top
// level, or ask a server as soon as they run. The page brings its catalogue in a script of its own.

import { type Catalogue, speakFrom } from "../i18n.ts";
import { connected } from "../net/table_store.ts";

declare global {
  /** A catalogue as JSON, on a page in another language than English. */
  var tablecamTexts: string | undefined;
}

connected.value = false;
if (globalThis.tablecamTexts) speakFrom(JSON.parse(globalThis.tablecamTexts) as Catalogue);
