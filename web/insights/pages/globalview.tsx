import { ComingPage } from '#web/ui/coming-page.tsx';

export default function GlobalviewPage() {
  return <ComingPage title="Globalview" />;
}
