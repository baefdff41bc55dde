import type { DeliveryDetail } from '#contract/integrations.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { When } from '#web/ui/when.tsx';
import { Answer, Resend } from './delivery-log.tsx';
import classes from './desk.module.css';
import type { Whose } from './whose.ts';

type Props = { whose: Whose; id: string; delivery: DeliveryDetail };

/** One message: what it says, and what came of each try. */
export function DeliveryPanel({ whose, id, delivery }: Props) {
  const { t } = useTranslation('integrations');
  const { messageId, type, body, history, nextAt } = delivery;
  return (
    <Panel
      title={type}
      actions={delivery.can.resend && <Resend whose={whose} id={id} delivery={delivery} />}
    >
      <div className={classes.stack}>
        <Facts
          items={[
            { label: 'webhook-id', value: messageId },
            nextAt !== null && {
              label: t('log.next'),
              value: <When instant={nextAt} style="short" />,
            },
          ]}
        />
        <pre className={classes.code}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
        {history.map((one) => (
          <section key={one.number} className={classes.stack}>
            <p className={classes.line}>
              <strong>{t('log.try', { number: one.number })}</strong> ·{' '}
              <When instant={one.at} style="short" /> · <Answer {...one} /> ·{' '}
              {t('log.took', { ms: one.tookMs })}
            </p>
            {one.answer && <pre className={classes.code}>{one.answer}</pre>}
          </section>
        ))}
      </div>
    </Panel>
  );
}
