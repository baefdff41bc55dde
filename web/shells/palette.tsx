import { Input, Loader } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './palette.module.css';
import { type Choice, type ChoiceGroup, useOwnChoices } from './palette-choices.tsx';
import { canSearch, matches, stepped } from './palette-match.ts';
import { usePaletteSearch } from './use-palette-search.ts';

const [store, palette] = createSpotlight();

/** Quick access: pages, actions, and what the server finds. Every ask opens it, or closes it again. */
export function Palette({ asks }: { asks: number }) {
  const { t } = useTranslation('shells');
  const { opened } = useSpotlight(store);
  const [leads, setLeads] = useState(false);
  const answered = useRef(0);
  useEffect(() => {
    if (answered.current === asks) return;
    answered.current = asks;
    setLeads(false);
    palette.toggle();
  }, [asks]);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      size={620}
      yOffset="min(12dvh, 6rem)"
      radius="lg"
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      // Where another page comes the focus goes to its heading.
      returnFocus={!leads}
      classNames={{ content: classes.content, action: classes.action }}
      overlayProps={{ backgroundOpacity: 0.5, blur: 2 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      {opened && <PaletteBody leave={(choice) => setLeads(choice.leads === true)} />}
    </Spotlight.Root>
  );
}

/** A combobox: the focus stays in the field, the arrows move through what is offered. */
function PaletteBody({ leave }: { leave: (choice: Choice) => void }) {
  const { t } = useTranslation('shells');
  const id = useId();
  const [query, setQuery] = useState('');
  const { found, busy } = usePaletteSearch(query);
  const groups = useOffered(query, found);
  const choices = groups.flatMap((group) => group.choices);
  const [chosen, setChosen] = useState<string | null>(null);
  // What is found later comes below: the chosen one stays chosen.
  const at = Math.max(
    0,
    choices.findIndex((choice) => choice.id === chosen),
  );
  const current = choices[at];
  const idOf = (choice: Choice | undefined) => choice && `${id}${choices.indexOf(choice)}`;
  const byKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (by !== null) {
      event.preventDefault();
      const next = choices[stepped(at, by, choices.length)];
      setChosen(next?.id ?? null);
      document.getElementById(idOf(next) ?? '')?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      document.getElementById(idOf(current) ?? '')?.click();
    }
  };
  const silence = choices.length === 0 && !busy;
  return (
    <>
      <Input
        size="lg"
        classNames={{ input: classes.field, wrapper: classes.search }}
        leftSection={busy ? <Loader size={18} /> : <IconSearch size={20} aria-hidden />}
        data-autofocus
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={idOf(current)}
        placeholder={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(null);
        }}
        onKeyDown={byKey}
      />
      <div id={`${id}list`} role="listbox" aria-label={t('palette.open')} className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={group.key} role="group" aria-label={group.label} className={classes.group}>
            <p aria-hidden="true">{group.label}</p>
            {group.choices.map((choice) => (
              <Option
                key={choice.id}
                id={idOf(choice)}
                choice={choice}
                chosen={choice === current}
                point={() => setChosen(choice.id)}
                take={() => {
                  leave(choice);
                  choice.run();
                }}
              />
            ))}
          </div>
        ))}
      </div>
      {silence && <p className={classes.nothing}>{t('palette.nothing')}</p>}
      <p role="status" className="said">
        {silence ? t('palette.nothing') : query && t('palette.count', { count: choices.length })}
      </p>
      <Hints />
    </>
  );
}

/** What fits the words; recent places only while there are none. */
function useOffered(query: string, found: ChoiceGroup[]): ChoiceGroup[] {
  const own = useOwnChoices();
  const fitting = own
    .filter(({ key }) => key !== 'recent' || query.trim() === '')
    .map((group) => ({
      ...group,
      choices: group.choices.filter(({ label, note = '' }) => matches(query, label, note)),
    }));
  const all = canSearch(query) ? [...fitting, ...found] : fitting;
  return all.filter(({ choices }) => choices.length > 0);
}

type OptionProps = {
  id: string | undefined;
  choice: Choice;
  chosen: boolean;
  point: () => void;
  take: () => void;
};

function Option({ id, choice, chosen, point, take }: OptionProps) {
  const { label, note, icon: Icon } = choice;
  return (
    <Spotlight.Action
      // The piece takes no name of its own, and the field must be able to point at it.
      ref={(option: HTMLElement | null) => {
        if (option && id) option.id = id;
      }}
      role="option"
      aria-selected={chosen}
      data-selected={chosen || undefined}
      onMouseMove={point}
      onClick={take}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {note && <span className={classes.note}>{note}</span>}
    </Spotlight.Action>
  );
}

const hints = [
  ['palette.hint.move', ['↑', '↓']],
  ['palette.hint.take', ['↵']],
  ['palette.hint.close', ['Esc']],
] as const;

function Hints() {
  const { t } = useTranslation('shells');
  return (
    <Spotlight.Footer className={classes.hints}>
      {hints.map(([key, caps]) => (
        <Fragment key={key}>
          <span>
            {caps.map((cap) => (
              <kbd key={cap}>{cap}</kbd>
            ))}
            {t(key)}
          </span>
        </Fragment>
      ))}
    </Spotlight.Footer>
  );
}
