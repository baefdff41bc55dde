import { ComingPage } from '#web/ui/coming-page.tsx';

export default function LoginPage() {
  return <ComingPage title="Login" />;
}
