import { type Editor, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useMemo, useRef } from 'react';
import prose from './prose.module.css';
import type { RichTextBoxProps } from './rich-text-box.tsx';
import { isSafeLink } from './rich-text-links.ts';
import { tidyPasted } from './rich-text-paste.ts';

/** What can be written, and no more: the same that the server keeps. */
const extensions = [
  StarterKit.configure({
    // Under the headings of the page around it, which are of level one and two.
    heading: { levels: [3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isSafeLink(address),
      HTMLAttributes: { rel: 'noopener nofollow ugc', target: '_blank' },
    },
  }),
];

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML());

/** The editor of a field; null until it stands. `link`: what Ctrl or Cmd and K ask for. */
export function useTextEditor(props: RichTextBoxProps, link: () => void): Editor | null {
  const { value, set, onBlur, disabled } = props;
  const latest = useRef({ set, onBlur, link });
  latest.current = { set, onBlur, link };
  // The editor writes the same text in its own way: as long as it is the same, nothing has changed.
  const given = useRef({ value, html: '' });
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: false,
    shouldRerenderOnTransaction: false,
    editable: !disabled,
    editorProps: useEditorProps(props, latest),
    onCreate: ({ editor: made }) => {
      given.current = { value, html: htmlOf(made) };
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      latest.current.set(html === given.current.html ? given.current.value : html);
    },
    onBlur: () => latest.current.onBlur(),
  });
  useEffect(() => {
    if (!editor || editor.isFocused) return;
    const shown = htmlOf(editor);
    if (value === shown || (value === given.current.value && shown === given.current.html)) return;
    // Not a step that could be undone: it would lead back to what is no longer so.
    editor.chain().setMeta('addToHistory', false).setContent(value, { emitUpdate: false }).run();
    given.current = { value, html: htmlOf(editor) };
  }, [editor, value]);
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
  return editor;
}

type Latest = { current: { link: () => void } };

/** The box as readers are told of it, and what happens to a paste. */
function useEditorProps({ id, required, disabled, wrong }: RichTextBoxProps, latest: Latest) {
  return useMemo(
    () => ({
      attributes: {
        id,
        class: prose.prose ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': wrong ? `${id}-error ${id}-used` : `${id}-used`,
        'aria-invalid': String(wrong),
        'aria-required': String(Boolean(required)),
        'aria-disabled': String(Boolean(disabled)),
        ...(disabled ? { tabindex: '-1' } : {}),
      },
      transformPastedHTML: tidyPasted,
      handleKeyDown: (_view: unknown, event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return false;
        // Elsewhere this opens the search.
        event.preventDefault();
        event.stopPropagation();
        latest.current.link();
        return true;
      },
    }),
    [id, required, disabled, wrong, latest],
  );
}
