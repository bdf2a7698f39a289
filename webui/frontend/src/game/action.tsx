// The action in progress on a board: the model that acts, how far it may go, and its target.

import { ActingRings, ActionLine, MoveRegions } from "../board/acting.tsx";
import { AdviceLines } from "../board/signs.tsx";
import { actionWhy, modelById } from "../net/table_store.ts";
import { actionPair, advisedWays, moveRegions, ringedModels } from "./acting_store.ts";

export function Action() {
  const pair = actionPair.value;
  const [from, to] = [modelById.value.get(pair?.from ?? ""), modelById.value.get(pair?.to ?? "")];
  const why = actionWhy.value?.viewer === pair?.from && actionWhy.value?.target === pair?.to ? actionWhy.value : null;
  return (
    <>
      <MoveRegions regions={moveRegions.value} />
      <AdviceLines rows={advisedWays.value} />
      <ActingRings models={ringedModels.value} />
      {from && to && <ActionLine from={from} to={to} why={why} />}
    </>
  );
}
