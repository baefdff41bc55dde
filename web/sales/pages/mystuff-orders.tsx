import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MystuffOrdersPage() {
  return <ComingPage title="MystuffOrders" />;
}
