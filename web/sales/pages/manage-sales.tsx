import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ManageSalesPage() {
  return <ComingPage title="ManageSales" />;
}
