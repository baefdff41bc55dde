import { ComingPage } from '#web/ui/coming-page.tsx';

export default function AvisoLegalPage() {
  return <ComingPage title="AvisoLegal" />;
}
