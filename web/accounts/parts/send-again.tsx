import { Button } from '@mantine/core';
import { useState } from 'react';
import { browserNow, useBrowserNow } from '#web/platform/clock.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useAct } from '#web/ui/act.ts';

/** At most one letter a minute goes to an address: sooner nothing would be sent. */
const restMs = 60_000;

/** Sends a letter once more; counts down until that is possible. The first one has just gone. */
export function SendAgain({ send }: { send: () => Promise<unknown> }) {
  const { t } = useTranslation('accounts');
  const act = useAct();
  const [sentAt, setSentAt] = useState(browserNow);
  const now = useBrowserNow();
  const left = Math.ceil((sentAt + restMs - (now ?? sentAt)) / 1000);
  const run = async () => {
    const done = await act.run(send, { done: t('resend.done'), stay: true });
    if (done) setSentAt(browserNow());
  };
  return (
    <Button variant="default" loading={act.busy} disabled={left > 0} onClick={() => void run()}>
      {left > 0 ? t('resend.wait', { count: left }) : t('resend.again')}
    </Button>
  );
}
