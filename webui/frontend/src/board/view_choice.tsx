// The drawn table or the camera's picture: a button in the corner of the view, and on a phone an entry of the menu.

import { t } from "../i18n.ts";
import { shownView } from "../net/table_store.ts";
import { Icon } from "../ui/icons.tsx";

export function ViewSwitch() {
  const onTable = shownView.value === "table";
  return (
    <button
      type="button"
      class="view-switch"
      onClick={() => (shownView.value = onTable ? /* no text */ "camera" : /* no text */ "table")}
    >
      <Icon name={onTable ? /* no text */ "camera" : /* no text */ "board"} />
      {onTable ? t("Camera") : t("Table")}
    </button>
  );
}
