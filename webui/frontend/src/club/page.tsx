export function ClubPage({ path }: { path: string }) {
  return <main class="plain">{path}</main>;
}
