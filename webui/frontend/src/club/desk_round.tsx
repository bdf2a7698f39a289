// A round: drafted, checked, changed by tapping two players or a table, and published. The clauses that it breaks are
// listed.

import { useSignal } from "@preact/signals";
import { listed, t, tp } from "../i18n.ts";
import type { Presence } from "../types/club.ts";
import type { ClubRound, EntrantName, OrganiserView, Remedy, RoundPairing } from "../types/organiser.ts";
import { TOO_FEW_TABLES } from "../net/error_codes.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { asSentence, capital } from "../ui/words.ts";
import { ActSheet } from "./act_form.tsx";
import { Repair } from "./desk_repair.tsx";
import { MoveSheet, Seat, TableKey, Violations } from "./desk_seats.tsx";
import { TablesSheet } from "./desk_tables.tsx";
import { TeamsNext } from "./desk_teams.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { entryTexts, toCardHalf, toEnteredHalf } from "./score_words.ts";
import { pointCount } from "./words.ts";

// in the address: the round that is drafted or drawn next
const NEXT = "next"; // no text

/** The round that is being played, on which the page opens; 0 while one is drafted or none is open. */
function roundInPlay(of: OrganiserView): number {
  return !of.draft && of.games.some((game) => game.stands !== "over") ? of.round : 0;
}

export function RoundDesk({ of, rest }: { of: OrganiserView; rest: string }) {
  const past = rest === NEXT ? 0 : Number(rest) || roundInPlay(of);
  return (
    <div class="club-page">
      {of.drawn.length > 0 && (
        <div class="one-of rounds" role="group" aria-label={t("Rounds")}>
          {of.drawn.map((round) => (
            <Press
              key={round.number}
              aria-pressed={past === round.number}
              onPress={() => openPage(`/club/${of.id}/round/${round.number}`)}
            >
              {t("Round {round}", { round: round.number })}
            </Press>
          ))}
          <Press aria-pressed={!past} data-next-round onPress={() => openPage(`/club/${of.id}/round/${NEXT}`)}>
            {nextRoundText(of)}
          </Press>
        </div>
      )}
      {past && of.drawn[past - 1] ? (
        <Published of={of} round={of.drawn[past - 1]!} />
      ) : of.draft ? (
        <Draft of={of} draft={of.draft} />
      ) : (
        <NextRound of={of} />
      )}
    </div>
  );
}

function nextRoundText(of: OrganiserView): string {
  if (of.draft) return t("Draft of round {round}", { round: of.draft.number });
  return of.over ? t("Next") : t("Round {round} …", { round: of.next.number });
}

function Published({ of, round }: { of: OrganiserView; round: OrganiserView["drawn"][number] }) {
  const changing = useSignal(false);
  const heading = { round: round.number, rounds: round.rounds };
  const mayChange = round.number === of.round && !of.draft && of.games.some((game) => game.stands !== "over");
  if (changing.value && mayChange) return <Repair of={of} round={round} onClose={() => (changing.value = false)} />;
  return (
    <section class="club-form">
      <h2>
        {round.edited
          ? t("Round {round} of {rounds}, changed by hand: {reason}", { ...heading, reason: round.reason })
          : t("Round {round} of {rounds}", heading)}
      </h2>
      <Violations breaches={round.breaches} />
      <ul class="club-list">
        {round.games.map((game) => (
          <li key={game.table} class="club-pair">
            <b class="tag">{game.table}</b>
            {game.players.map((player) => (
              <span key={player.id} class="name">
                <b>{player.name}</b>
                <small>
                  {game.stands === "over"
                    ? [
                        pointCount(player.points ?? 0),
                        ...entryTexts(of.scoring, toCardHalf(toEnteredHalf(player)), player.models),
                      ].join(", ")
                    : player.faction}
                </small>
              </span>
            ))}
          </li>
        ))}
      </ul>
      <NotPlaying round={round} />
      {mayChange && (
        <Press class="big" data-change onPress={() => (changing.value = true)}>
          {t("Change this round …")}
        </Press>
      )}
    </section>
  );
}

function NotPlaying({ round }: { round: ClubRound }) {
  return (
    <>
      {round.byes.map((player) => (
        <p key={player.id} class="lead">
          {t("Bye: {player}", { player: player.name })}
        </p>
      ))}
      {round.sitting_out.map((player) => (
        <p key={player.id} class="lead">
          {t("Sits out: {player}", { player: player.name })}
        </p>
      ))}
      <PassedOver players={round.passed_over} />
    </>
  );
}

/** The drawn players who have not checked in, and the players left out. */
function Away({ of }: { of: OrganiserView }) {
  const { unchecked } = of.sign_up;
  const away = (presence: Presence): string[] =>
    of.entrants.filter((entrant) => !entrant.left && entrant.presence === presence).map((entrant) => entrant.called);
  const [late, absent] = [away("late"), away("absent")];
  return (
    <>
      {unchecked.length > 0 && (
        <p class="note" data-unchecked>
          {t("Not checked in: {players}. They are in the draw.", { players: listed(unchecked) })}
        </p>
      )}
      {late.length > 0 && (
        <p class="note" data-late>
          {t("Late, so not in the draw: {players}", { players: listed(late) })}
        </p>
      )}
      {absent.length > 0 && (
        <p class="note" data-absent>
          {t("Absent, so not in the draw: {players}", { players: listed(absent) })}
        </p>
      )}
    </>
  );
}

function PassedOver({ players }: { players: EntrantName[] }) {
  if (players.length === 0) return null;
  return (
    <p class="note">
      {t("Passed over for the bye (B5): {players}", { players: listed(players.map((player) => player.name)) })}
    </p>
  );
}

/** Without a draft: drafts the round, or tells why it cannot be drawn and what the organiser can do instead. */
function NextRound({ of }: { of: OrganiserView }) {
  const mutation = useMutation();
  const remedy = useSignal<Remedy | null>(null);
  const tables = useSignal(false);
  const { says, code, number, remedies } = of.next;
  if (of.over && remedies.length === 0)
    return (
      <p class="lead" data-over>
        {t("All {n} rounds have been played. The standings are final.", { n: of.rounds })}
      </p>
    );
  return (
    <section class="club-form">
      {says === "" ? (
        <>
          <Away of={of} />
          <p class="lead">
            {t("Round {round} of {rounds} can be drawn. You see it before anybody else does.", {
              round: number,
              rounds: of.rounds,
            })}
          </p>
          <Press class="big go" data-draft disabled={mutation.busy} onPress={() => void mutation.act("draft")}>
            {t("Draft round {round}", { round: number })}
          </Press>
        </>
      ) : (
        <p class="lead why-not" data-refused>
          {asSentence(says)}
        </p>
      )}
      <TeamsNext of={of} />
      {code === TOO_FEW_TABLES && (
        <Press class="big" data-tables onPress={() => (tables.value = true)}>
          {t("Add more tables …")}
        </Press>
      )}
      {of.games.some((game) => game.stands !== "over") && (
        <Press class="big" onPress={() => openPage(`/club/${of.id}/scores`)}>
          {t("Enter scores")}
        </Press>
      )}
      {remedies.length > 0 && <h2>{t("Alternatives")}</h2>}
      {remedies.map((offered) => (
        <Press key={offered.number} class="big" data-remedy={offered.number} onPress={() => (remedy.value = offered)}>
          {capital(offered.says)} …
        </Press>
      ))}
      <Says mutation={mutation} />
      {remedy.value && <RemedySheet remedy={remedy.value} onClose={() => (remedy.value = null)} />}
      {tables.value && <TablesSheet of={of} onClose={() => (tables.value = false)} />}
    </section>
  );
}

function RemedySheet({ remedy, onClose }: { remedy: Remedy; onClose: () => void }) {
  return (
    <ActSheet
      act={remedy.ends ? "end" : "remedy"}
      given={{ number: remedy.number }}
      title={capital(remedy.says)}
      onClose={onClose}
    >
      {remedy.pairs.length > 0 && (
        <ul class="pairs">
          {remedy.pairs.map(([one, other]) => (
            <li key={one}>{t("{player} against {other}", { player: one, other })}</li>
          ))}
        </ul>
      )}
    </ActSheet>
  );
}

function Draft({ of, draft }: { of: OrganiserView; draft: NonNullable<OrganiserView["draft"]> }) {
  const first = useSignal<EntrantName | null>(null);
  const swap = useSignal<[EntrantName, EntrantName] | null>(null);
  const moved = useSignal<RoundPairing | null>(null);
  const armed = useSignal("");
  const mutation = useMutation();
  const publish = async (): Promise<void> => {
    const from = location.pathname;
    const published = await mutation.act(
      "publish",
      { sequence: of.sequence },
      t("Round {round} is published", { round: draft.number }),
    );
    // an organiser who has gone elsewhere meanwhile stays there
    if (published && location.pathname === from) openPage(`/club/${of.id}/round/${draft.number}`);
  };
  const tap = (player: EntrantName) => (): void => {
    if (first.value?.id === player.id) first.value = null;
    else if (!first.value) first.value = player;
    else {
      const both: [EntrantName, EntrantName] = [first.value, player];
      first.value = null;
      if (draft.reason) void mutation.act("swap", { one: both[0].id, other: both[1].id });
      else swap.value = both;
    }
  };
  const seat = (player: EntrantName) => (
    <Seat
      key={player.id}
      player={player}
      chosen={first.value?.id === player.id}
      scored={draft.number > 1}
      onPress={tap(player)}
    />
  );
  const heading = { round: draft.number, rounds: draft.rounds };
  return (
    <section class="club-form">
      <h2>
        {draft.edited
          ? t("Draft of round {round} of {rounds}, changed by hand: {reason}", { ...heading, reason: draft.reason })
          : t("Draft of round {round} of {rounds}", heading)}
      </h2>
      <p class="hint" role="status">
        {first.value
          ? t("Tap the player who changes places with {player}.", { player: first.value.name })
          : t("Nobody else sees the draft. Tap two players to swap them; tap the number of a table to move its pair.")}
      </p>
      <Violations breaches={draft.breaches} />
      <Away of={of} />
      <ul class="club-draft">
        {draft.pairs.map((pair) => (
          <li key={pair.table} class="club-pair">
            <TableKey table={pair.table} onPress={() => (moved.value = pair)} />
            {pair.players.map(seat)}
          </li>
        ))}
        {draft.byes.map((player) => (
          <li key={player.id} class="club-pair">
            <b class="tag">{t("Bye")}</b>
            {seat(player)}
          </li>
        ))}
        {draft.sitting_out.map((player) => (
          <li key={player.id} class="club-pair">
            <b class="tag">{tp("of a round", "Out")}</b>
            {seat(player)}
          </li>
        ))}
      </ul>
      <PassedOver players={draft.passed_over} />
      {draft.breaches.length === 0 && !draft.fits && (
        <p class="good-news">✓ {t("It breaks no clause of the guide.")}</p>
      )}
      {draft.fits && (
        <p class="why-not" role="status">
          {draft.fits}
        </p>
      )}
      <Says mutation={mutation} />
      <TwoTaps
        first={t("Publish round {round} …", { round: draft.number })}
        second={t("Yes, publish round {round}", { round: draft.number })}
        armed={armed.value === "publish"}
        arm={(on) => (armed.value = on ? "publish" : "")}
        disabled={mutation.busy || draft.fits !== ""}
        onDo={() => void publish()}
        main
      />
      <div class="aside-deed">
        <TwoTaps
          first={t("Drop the draft …")}
          second={t("Yes, drop it")}
          armed={armed.value === "drop"}
          arm={(on) => (armed.value = on ? "drop" : "")}
          disabled={mutation.busy}
          onDo={() => void mutation.act("drop_draft")}
        />
      </div>
      {moved.value && (
        <MoveSheet of={of} round={draft} pair={moved.value} command="move" onClose={() => (moved.value = null)} />
      )}
      {swap.value && <SwapSheet pair={swap.value} onClose={() => (swap.value = null)} />}
    </section>
  );
}

function SwapSheet({ pair: [one, other], onClose }: { pair: [EntrantName, EntrantName]; onClose: () => void }) {
  const text = t("Swap {player} and {other}", { player: one.name, other: other.name });
  return <ActSheet act="swap" given={{ one: one.id, other: other.id }} title={text} submit={text} onClose={onClose} />;
}
