import { Drawer } from '@mantine/core';
import {
  IconBroadcast,
  IconCalendarHeart,
  IconCoin,
  IconListCheck,
  IconTicket,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useChangeAddress } from '#web/platform/change-address.ts';
import { useTranslation } from '#web/platform/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import classes from './globalview.module.css';
import { type Guide, guides, paragraphsOf } from './guides.ts';

const icons = { obs: IconBroadcast, prices: IconCoin, codes: IconTicket, show: IconCalendarHeart };

type Props = {
  /** Takes out the list of first steps again, where it was put away. */
  bringBack?: (() => void) | undefined;
};

/** Short guides of our own, read beside the work; each has an address. */
export function GuidesPanel({ bringBack }: Props) {
  const { t } = useTranslation('insights');
  return (
    <Panel title={t('guides.title')}>
      <ul className={classes.ways}>
        {guides.map((guide) => {
          const Icon = icons[guide];
          return (
            <li key={guide}>
              <Link to={`?guide=${guide}`} preventScrollReset className={classes.way}>
                <Icon size={22} stroke={1.7} aria-hidden />
                {t(`guide.${guide}`)}
              </Link>
            </li>
          );
        })}
        {bringBack && (
          <li>
            <button type="button" className={classes.way} onClick={bringBack}>
              <IconListCheck size={22} stroke={1.7} aria-hidden />
              {t('first.again')}
            </button>
          </li>
        )}
      </ul>
      <GuideSheet />
    </Panel>
  );
}

function GuideSheet() {
  const { t } = useTranslation('insights');
  const [search] = useSearchParams();
  const change = useChangeAddress();
  const guide = guides.find((one) => one === search.get('guide')) ?? null;
  const close = () => void change({ guide: null });
  return (
    <Drawer
      opened={guide !== null}
      onClose={close}
      position="right"
      size="32rem"
      title={guide && t(`guide.${guide}`)}
      closeButtonProps={{ 'aria-label': t('guides.close') }}
    >
      {guide && <Text guide={guide} />}
    </Drawer>
  );
}

function Text({ guide }: { guide: Guide }) {
  const { t } = useTranslation('insights');
  const id = useId();
  return (
    <div className={classes.guide} id={id}>
      <p className={classes.quiet}>{t(`guide.${guide}.lead`)}</p>
      {paragraphsOf[guide].map((key) => (
        <section key={key}>
          <h3>{t(`guide.${guide}.${key}` as 'guide.obs.sound')}</h3>
          <p>{t(`guide.${guide}.${key}.text` as 'guide.obs.sound.text')}</p>
        </section>
      ))}
    </div>
  );
}
