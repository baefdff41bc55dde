import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ManageProductsPage() {
  return <ComingPage title="ManageProducts" />;
}
