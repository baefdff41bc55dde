import { ComingPage } from '#web/ui/coming-page.tsx';

export default function MyDataPage() {
  return <ComingPage title="MyData" />;
}
