export function ReplayPage({ path }: { path: string }) {
  return <main class="plain">{path}</main>;
}
