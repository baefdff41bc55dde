import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Children, type ReactNode, useId, useRef } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from './bar-button.tsx';
import classes from './rail.module.css';

type Props = { title: string; children: ReactNode };

/** A row of cards that slides: by touch, wheel, keyboard or the two arrows. */
export function Rail({ title, children }: Props) {
  const { t } = useTranslation('ui');
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const slide = (direction: -1 | 1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.85, behavior: 'smooth' });
  return (
    <section aria-labelledby={id} className={classes.rail}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <div className={classes.arrows}>
          <BarButton label={t('previous')} onClick={() => slide(-1)}>
            <IconChevronLeft size={22} aria-hidden />
          </BarButton>
          <BarButton label={t('next')} onClick={() => slide(1)}>
            <IconChevronRight size={22} aria-hidden />
          </BarButton>
        </div>
      </div>
      <ul ref={row} className={classes.row}>
        {Children.map(children, (card) => card && <li>{card}</li>)}
      </ul>
    </section>
  );
}
