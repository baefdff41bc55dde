import { Button } from '@mantine/core';

export function RetryButton({ retry, label }: { retry: () => void; label: string }) {
  return <Button onClick={retry}>{label}</Button>;
}
