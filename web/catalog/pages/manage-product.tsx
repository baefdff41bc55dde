import { ComingPage } from '#web/ui/coming-page.tsx';

export default function ManageProductPage() {
  return <ComingPage title="ManageProduct" />;
}
