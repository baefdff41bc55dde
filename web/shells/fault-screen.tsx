export function FaultScreen({ error }: { error: unknown }) {
  return <h1>{String(error)}</h1>;
}
