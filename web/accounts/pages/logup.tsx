import { ComingPage } from '#web/ui/coming-page.tsx';

export default function LogupPage() {
  return <ComingPage title="Logup" />;
}
