import type { ReactNode } from 'react';

export function DocumentFrame({ children }: { children: ReactNode }) {
  return children;
}
