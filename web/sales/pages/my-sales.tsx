import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MySalesPage() {
  return <ComingPage title="MySales" />;
}
