import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import {
  Children,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from './bar-button.tsx';
import classes from './rail.module.css';

type Props = { title: string; children: ReactNode };

/** A row of cards that slides: by touch, wheel, keyboard or the two arrows. */
export function Rail({ title, children }: Props) {
  const { t } = useTranslation('ui');
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const isLong = useIsLong(row);
  const slide = (direction: -1 | 1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.85, behavior: 'smooth' });
  return (
    <section aria-labelledby={id} className={classes.rail}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <div className={classes.arrows} hidden={!isLong}>
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

/** Is there more than fits? Known in the browser alone: until then there are no arrows. */
function useIsLong(row: RefObject<HTMLUListElement | null>): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const look = () => setLong(list.scrollWidth > list.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(list);
    look();
    return () => observer.disconnect();
  }, [row]);
  return isLong;
}
