export function JoinPage({ path }: { path: string }) {
  return <main class="plain">{path}</main>;
}
