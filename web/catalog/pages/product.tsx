import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ProductPage() {
  return <ComingPage title="Product" />;
}
