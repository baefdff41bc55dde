import { ActionIcon, Input } from '@mantine/core';
import {
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react';
import { type ClipboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useField } from '#web/ui/form-context.ts';
import classes from './rich-text-field.module.css';

type Props = { name: string; label: string };

/**
 * A text with a few forms: bold, italic, headings, lists, links. The value is HTML; whatever it
 * holds, the server keeps simple tags only.
 */
export function RichTextField({ name, label }: Props) {
  const { value, set, error, inputProps } = useField<string | null>(name, { label });
  const box = useRef<HTMLDivElement>(null);
  const { id, disabled, onBlur } = inputProps;
  useShown(box, value ?? '');
  const tell = () => set(box.current?.innerHTML ?? '');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      error={error}
    >
      <div className={classes.frame} data-disabled={disabled || undefined}>
        <Tools disabled={disabled} box={box} tell={tell} />
        {/* biome-ignore lint/a11y/useSemanticElements: no text area can show bold or lists */}
        <div
          ref={box}
          id={id}
          role="textbox"
          tabIndex={disabled ? -1 : 0}
          aria-multiline="true"
          aria-labelledby={`${id}-label`}
          aria-disabled={disabled}
          contentEditable={!disabled}
          suppressContentEditableWarning
          className={classes.box}
          onInput={tell}
          onBlur={onBlur}
          onPaste={pastePlain}
        />
      </div>
    </Input.Wrapper>
  );
}

/** What somebody is typing stays as it is; otherwise the box shows the value. */
function useShown(box: RefObject<HTMLDivElement | null>, value: string) {
  useEffect(() => {
    const element = box.current;
    if (!element || element === document.activeElement || element.innerHTML === value) return;
    element.innerHTML = value;
  }, [box, value]);
}

/** Words only: the styles of other programs would come along. */
function pastePlain(event: ClipboardEvent) {
  event.preventDefault();
  document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
}

const forms = [
  { name: 'bold', command: 'bold', Icon: IconBold },
  { name: 'italic', command: 'italic', Icon: IconItalic },
  { name: 'heading', command: 'formatBlock', value: 'h3', Icon: IconHeading },
  { name: 'list', command: 'insertUnorderedList', Icon: IconList },
  { name: 'numbers', command: 'insertOrderedList', Icon: IconListNumbers },
] as const;

type ToolsProps = {
  disabled: boolean | undefined;
  box: RefObject<HTMLDivElement | null>;
  tell: () => void;
};

function Tools({ disabled, box, tell }: ToolsProps) {
  const { t } = useTranslation('catalog');
  const confirm = useConfirm();
  const run = (command: string, value?: string) => {
    box.current?.focus();
    document.execCommand('defaultParagraphSeparator', false, 'p');
    document.execCommand(command, false, value);
    tell();
  };
  const link = async () => {
    const selection = document.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
    const answer = await confirm({
      title: t('text.link'),
      reason: { label: t('text.linkAddress'), required: true, maxLength: 500 },
    });
    if (!answer || !range) return;
    box.current?.focus();
    selection?.removeAllRanges();
    selection?.addRange(range);
    const address = answer.reason.trim();
    run('createLink', /^(https?:|mailto:)/.test(address) ? address : `https://${address}`);
  };
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('text.tools')}>
      {forms.map(({ name, command, Icon, ...more }) => (
        <ActionIcon
          key={name}
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={t(`text.${name}`)}
          title={t(`text.${name}`)}
          // The selection must survive the press.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(command, 'value' in more ? more.value : undefined)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={disabled}
        aria-label={t('text.link')}
        title={t('text.link')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void link()}
      >
        <IconLink size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
