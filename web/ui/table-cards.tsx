import type { ReactNode } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import type { Column } from './data-table.tsx';
import classes from './table-cards.module.css';
import { ChooseAll, ChooseRow, isNothing, type Shown } from './table-rows.tsx';

/** Rows where columns have no room: the title across from the sum, and the rest in small below. */
export function TableCards<Row>(shown: Shown<Row>) {
  const { page, rowKey, chosen, caption } = shown;
  const { t } = useTranslation('ui');
  return (
    <>
      {chosen && (
        <div className={classes.all}>
          <ChooseAll chosen={chosen} label={t('table.chooseAll')} />
        </div>
      )}
      <ul className={classes.cards} aria-label={caption}>
        {page.items.map((row) => (
          <Card key={rowKey(row)} row={row} {...shown} />
        ))}
      </ul>
    </>
  );
}

function Card<Row>({ row, columns, rowActions, chosen }: Shown<Row> & { row: Row }) {
  const cells = columns
    .map((column) => ({ column, content: column.value(row) }))
    .filter(({ content }) => !isNothing(content));
  const at = (place: string) =>
    cells.filter(({ column }) => !column.main && (column.card ?? 'line') === place);
  const details = [...at('line'), ...at('named')];
  const badges = at('badge');
  return (
    <li className={classes.card} data-chosen={chosen?.has(row) || undefined}>
      {chosen && (
        <div className={classes.choose}>
          <ChooseRow row={row} chosen={chosen} />
        </div>
      )}
      <div className={classes.body}>
        <div className={classes.head}>
          <div className={classes.main}>{cells.find(({ column }) => column.main)?.content}</div>
          {at('side').map((cell) => (
            <Detail key={cell.column.id} {...cell} className={classes.side} />
          ))}
        </div>
        {badges.length + details.length > 0 && (
          <div className={classes.details}>
            {badges.map((cell) => (
              <Detail key={cell.column.id} {...cell} className={classes.badge} />
            ))}
            {details.map((cell) => (
              <Detail key={cell.column.id} {...cell} className={classes.line} />
            ))}
          </div>
        )}
      </div>
      {rowActions && <div className={classes.actions}>{rowActions(row)}</div>}
    </li>
  );
}

type DetailProps<Row> = { column: Column<Row>; content: ReactNode; className?: string };

/** Who hears the card hears what each part is; who sees it needs to be told of some only. */
function Detail<Row>({ column, content, className }: DetailProps<Row>) {
  return (
    <div className={className}>
      <span className={column.card === 'named' ? undefined : 'said'}>{column.label}: </span>
      {content}
    </div>
  );
}
