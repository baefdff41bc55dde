import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { IconH1, IconH2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import classes from './rich-text.module.css';
import { RichTextLink } from './rich-text-link.tsx';
import { RichTextSkeleton } from './rich-text-skeleton.tsx';
import { useTextEditor } from './use-text-editor.ts';
import { useToolbarKeys } from './use-toolbar-keys.ts';

export type RichTextBoxProps = {
  id: string;
  label: string;
  value: string;
  set: (value: string) => void;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  wrong: boolean;
  onBlur: () => void;
};

// The first and the second level of the text, whatever their level on the page.
const HeadingIcon = () => <IconH1 size={20} stroke={1.5} aria-hidden />;
const SubheadingIcon = () => <IconH2 size={20} stroke={1.5} aria-hidden />;

/** The editor of a rich text: fetched with the first field that needs it. */
export function RichTextBox(props: RichTextBoxProps) {
  const { label, disabled, wrong } = props;
  const { t } = useTranslation('ui');
  const [linking, setLinking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const editor = useTextEditor(props, () => setLinking(true));
  const labels = useLabels();
  useToolbarKeys(bar, editor);
  if (!editor) return <RichTextSkeleton />;
  return (
    <RichTextEditor
      editor={editor}
      className={classes.frame}
      classNames={{ control: classes.control, controlsGroup: classes.group }}
      withTypographyStyles={false}
      withCodeHighlightStyles={false}
      variant="subtle"
      labels={labels}
      data-wrong={wrong || undefined}
      data-disabled={disabled || undefined}
    >
      <div
        ref={bar}
        className={classes.tools}
        role="toolbar"
        aria-label={t('rich.tools', { field: label })}
      >
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold disabled={disabled} />
          <RichTextEditor.Italic disabled={disabled} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H3 icon={HeadingIcon} disabled={disabled} />
          <RichTextEditor.H4 icon={SubheadingIcon} disabled={disabled} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList disabled={disabled} />
          <RichTextEditor.OrderedList disabled={disabled} />
          <RichTextEditor.Blockquote disabled={disabled} />
          <RichTextLink {...{ editor, disabled }} open={linking} setOpen={setLinking} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo disabled={disabled} />
          <RichTextEditor.Redo disabled={disabled} />
        </RichTextEditor.ControlsGroup>
      </div>
      <RichTextEditor.Content className={classes.content} />
    </RichTextEditor>
  );
}

/** What the tools are called; those that are not here have no place in the bar. */
function useLabels(): Partial<RichTextEditorLabels> {
  const { t } = useTranslation('ui');
  return {
    boldControlLabel: t('rich.bold'),
    italicControlLabel: t('rich.italic'),
    h3ControlLabel: t('rich.heading'),
    h4ControlLabel: t('rich.subheading'),
    bulletListControlLabel: t('rich.bullets'),
    orderedListControlLabel: t('rich.numbers'),
    blockquoteControlLabel: t('rich.quote'),
    undoControlLabel: t('rich.undo'),
    redoControlLabel: t('rich.redo'),
  };
}
