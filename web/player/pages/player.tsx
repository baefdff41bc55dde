import { ComingPage } from '#web/ui/coming-page.tsx';

export default function PlayerPage() {
  return <ComingPage title="Player" />;
}
