import { ComingPage } from '#web/ui/coming-page.tsx';

export default function CheckoutPage() {
  return <ComingPage title="Checkout" />;
}
