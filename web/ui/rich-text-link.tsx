import { Button, Group, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { closeHistory } from '@tiptap/pm/history';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './rich-text.module.css';
import { linkFrom } from './rich-text-links.ts';

type Props = {
  editor: Editor;
  disabled?: boolean | undefined;
  open: boolean;
  setOpen: (open: boolean) => void;
};

/** Where the chosen words lead. Without any chosen, the address itself is written. */
export function RichTextLink({ editor, disabled, open, setOpen }: Props) {
  const { t } = useTranslation('ui');
  const isLink = useEditorState({ editor, selector: () => editor.isActive('link') });
  const close = () => {
    setOpen(false);
    editor.commands.focus();
  };
  return (
    <Popover
      opened={open}
      onChange={(next) => !next && setOpen(false)}
      trapFocus
      withinPortal
      returnFocus
      shadow="md"
      position="bottom-start"
      middlewares={{ flip: true, shift: { padding: 8 } }}
    >
      <Popover.Target>
        <RichTextEditor.Control
          active={isLink}
          disabled={disabled}
          aria-label={t('rich.link')}
          title={t('rich.link')}
          onClick={() => setOpen(!open)}
        >
          <IconLink size={18} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t('rich.link')}>
        {open && <LinkForm {...{ editor, close }} isLink={isLink} />}
      </Popover.Dropdown>
    </Popover>
  );
}

type FormProps = { editor: Editor; isLink: boolean; close: () => void };

function LinkForm({ editor, isLink, close }: FormProps) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const href = linkFrom(typed);
    if (href === null) return setWrong(true);
    const { empty } = editor.state.selection;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (empty && !isLink) {
      chain.insertContent({
        type: 'text',
        text: typed.trim(),
        marks: [{ type: 'link', attrs: { href } }],
      });
      chain.unsetMark('link');
    } else chain.setLink({ href });
    chain.run();
    // Whatever is written next is undone by itself, however soon it comes.
    editor.view.dispatch(closeHistory(editor.state.tr));
    close();
  };
  const unlink = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  return (
    <div className={classes.link}>
      <TextInput
        data-autofocus
        label={t('rich.linkAddress')}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        maxLength={1000}
        value={typed}
        error={wrong ? t('rich.linkWrong') : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Neither this form's nor the page's: there is none in a dialog of a field.
          event.preventDefault();
          event.stopPropagation();
          apply();
        }}
      />
      <Group gap="xs" justify="flex-end">
        {isLink && (
          <Button variant="subtle" color="gray" size="sm" onClick={unlink}>
            {t('rich.unlink')}
          </Button>
        )}
        <Button size="sm" onClick={apply}>
          {t('rich.linkSet')}
        </Button>
      </Group>
    </div>
  );
}
