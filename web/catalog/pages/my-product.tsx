import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MyProductPage() {
  return <ComingPage title="MyProduct" />;
}
