export function SetupPage({ path }: { path: string }) {
  return <main class="plain">{path}</main>;
}
