import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ActivatePage() {
  return <ComingPage title="Activate" />;
}
