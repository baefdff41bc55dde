import { ComingPage } from '#web/ui/coming-page.tsx';

export default function NewProductPage() {
  return <ComingPage title="NewProduct" />;
}
