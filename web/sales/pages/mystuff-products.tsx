import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MystuffProductsPage() {
  return <ComingPage title="MystuffProducts" />;
}
