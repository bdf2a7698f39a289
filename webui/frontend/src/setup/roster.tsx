// Roster: to be filled.

export function RosterStep() {
  return <p>Not here yet.</p>;
}
