import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './change-list.module.css';
import { goToField, useForm } from './form-context.ts';
import { nothingIn } from './form-store.ts';

const longest = 120;

/** What saving would change: each field with what stands there now and what will. */
export function ChangeList() {
  const { t } = useTranslation('ui');
  const form = useForm();
  const { store } = form;
  return (
    <ul className={classes.list} aria-label={t('form.changes')}>
      {store.changed().map(({ path, label, before, after, shown }) => (
        <li key={path}>
          <button type="button" className={classes.label} onClick={() => goToField(form, path)}>
            {label}
          </button>
          <span className={classes.values}>
            <del>
              <Value value={before} shown={shown} />
            </del>{' '}
            <ins>
              <Value value={after} shown={shown} />
            </ins>
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.undo', { field: label })}
            title={t('form.undo', { field: label })}
            onClick={() => store.undo(path)}
          >
            <IconArrowBackUp size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

type ValueProps = { value: unknown; shown?: ((value: unknown) => string) | undefined };

function Value({ value, shown }: ValueProps) {
  const { t } = useTranslation('ui');
  if (value === true || value === false) return t(value ? 'form.yes' : 'form.no');
  const text = nothingIn(value) ? '' : (shown?.(value) ?? '');
  if (text === '') return <em>{t('form.empty')}</em>;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
