import { type FocusEvent, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Section, sectionOf, sections } from './wizard-sections.ts';

/** Which section is worked on: it stands in the address, so that Back and a reload find it again. */
export function useSection() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const at = sections.find((section) => `#${section}` === hash) ?? 'info';
  const wanted = useRef<Section | null>(hash === `#${at}` && at !== 'info' ? at : null);
  useEffect(() => {
    if (wanted.current !== at) return;
    wanted.current = null;
    const place = document.getElementById(at);
    place?.querySelector('h2')?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'start' });
  }, [at]);
  // The address as it is at the press: a draft that was made since this was drawn stands in it.
  const show = (section: Section, replace: boolean) => {
    const { search } = window.location;
    void navigate({ search, hash: section }, { replace, preventScrollReset: true });
  };
  const go = (section: Section) => {
    wanted.current = section;
    if (section !== at) return show(section, false);
    document.getElementById(section)?.scrollIntoView({ block: 'start' });
  };
  /** Whoever types in a section is there, without the page moving under them. */
  const focused = ({ target }: FocusEvent) => {
    const section = sections.find((one) => target.closest(`#${one}`));
    if (section && section !== at) show(section, true);
  };
  const reveal = (field: string) => show(sectionOf(field), true);
  return { at, go, focused, reveal };
}
