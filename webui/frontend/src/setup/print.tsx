// Print: to be filled.

export function PrintStep() {
  return <p>Not here yet.</p>;
}
