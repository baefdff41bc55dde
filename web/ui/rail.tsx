import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from './bar-button.tsx';
import { isFew } from './few.ts';
import classes from './rail.module.css';

type Props = {
  title: string;
  children: ReactNode;
  /** Where all of it stands, when this is but a part. */
  all?: { to: string; label: string };
};

/**
 * A row of cards that slides: by touch, wheel, arrow keys or the two arrows. Each comes to life by
 * itself, after what is around it: a page of seven rows does not hold up the first press.
 */
export function Rail(props: Props) {
  return (
    <Suspense>
      <Row {...props} />
    </Suspense>
  );
}

function Row({ title, children, all }: Props) {
  const { t } = useTranslation('ui');
  const id = useId();
  const row = useRef<HTMLUListElement>(null);
  const room = useRoom(row);
  const slide = (direction: -1 | 1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.85, behavior: 'smooth' });
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') slide(-1);
    else if (event.key === 'ArrowRight') slide(1);
    else return;
    event.preventDefault();
  };
  return (
    <section aria-labelledby={id} className={classes.rail}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {all && (
          <Link to={all.to} prefetch="intent" className={classes.all}>
            {all.label}
          </Link>
        )}
        <div className={classes.arrows} hidden={!room.before && !room.after}>
          <span data-off={!room.before || undefined}>
            <BarButton label={t('previous')} onClick={() => slide(-1)}>
              <IconChevronLeft size={22} aria-hidden />
            </BarButton>
          </span>
          <span data-off={!room.after || undefined}>
            <BarButton label={t('next')} onClick={() => slide(1)}>
              <IconChevronRight size={22} aria-hidden />
            </BarButton>
          </span>
        </div>
      </div>
      <ul
        ref={row}
        className={classes.row}
        data-few={isFew(children) || undefined}
        onKeyDown={byKey}
      >
        {Children.map(children, (card) => card && <li>{card}</li>)}
      </ul>
    </section>
  );
}

const nowhere = { before: false, after: false };

/** Where there is more than fits. Known in the browser alone: until then there are no arrows. */
function useRoom(row: RefObject<HTMLUListElement | null>) {
  const [room, setRoom] = useState(nowhere);
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = list;
      const before = scrollLeft > 1;
      const after = scrollLeft < scrollWidth - clientWidth - 1;
      setRoom((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    // It looks once by itself, after the page is laid out: asked for now it would hold it up.
    const observer = new ResizeObserver(look);
    observer.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [row]);
  return room;
}
