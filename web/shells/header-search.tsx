import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Form, useSearchParams } from 'react-router';
import { useSoldIn } from '#web/platform/chosen-currency.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './header-search.module.css';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Search from anywhere: also by `/`. Three letters at least. */
export function HeaderSearch() {
  const { t } = useTranslation('shells');
  const [params] = useSearchParams();
  const asked = params.get('q') ?? '';
  const currency = useSoldIn();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (!input.current?.offsetParent) return;
      event.preventDefault();
      input.current.select();
    };
    document.addEventListener('keydown', byKey);
    return () => document.removeEventListener('keydown', byKey);
  }, []);

  return (
    <Form
      action="/search-results"
      role="search"
      aria-label={t('search.placeholder')}
      className={classes.form}
    >
      <IconSearch size={18} aria-hidden className={classes.icon} />
      <input
        ref={input}
        key={asked}
        type="search"
        name="q"
        defaultValue={asked}
        aria-label={t('search.label')}
        aria-keyshortcuts="/"
        placeholder={t('search.placeholder')}
        minLength={3}
        maxLength={100}
        required
        autoComplete="off"
        enterKeyHint="search"
        onInvalid={(event) => event.currentTarget.setCustomValidity(t('search.short'))}
        onInput={(event) => event.currentTarget.setCustomValidity('')}
      />
      {currency && <input type="hidden" name="currency" value={currency} />}
      <span className={classes.key} aria-hidden="true">
        /
      </span>
    </Form>
  );
}
