import { type RefObject, useEffect, useRef, useState } from 'react';

/** So long nobody has to move until the controls step back, in milliseconds. */
const restMs = 2000;
/** While something is open, or the keyboard stands on a control, it stays in sight. */
const inUse = '[aria-expanded=true], dialog[open], [data-controls] :focus-visible';

/**
 * Whether the stage rests: the picture plays, nobody moves, and no control is in use. A finger on
 * the picture wakes it and lets it rest again.
 */
export function useRest(stage: RefObject<HTMLElement | null>, plays: boolean) {
  const [rests, setRests] = useState(false);
  const wake = useRef(() => {});
  useEffect(() => {
    const element = stage.current;
    setRests(false);
    if (!element || !plays) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let onControls = false;
    const rest = () => {
      if (onControls || element.querySelector(inUse)) awake();
      else setRests(true);
    };
    const awake = () => {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    };
    const moved = ({ pointerType, target }: PointerEvent) => {
      const controls = target instanceof Element && target.closest('[data-controls]') !== null;
      onControls = controls && pointerType === 'mouse';
      if (pointerType === 'mouse' || controls) awake();
    };
    const left = ({ pointerType }: PointerEvent) => {
      onControls = false;
      if (pointerType === 'mouse') rest();
    };
    wake.current = awake;
    awake();
    element.addEventListener('pointermove', moved);
    element.addEventListener('pointerdown', moved);
    element.addEventListener('pointerleave', left);
    element.addEventListener('keydown', awake);
    element.addEventListener('focusin', awake);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointermove', moved);
      element.removeEventListener('pointerdown', moved);
      element.removeEventListener('pointerleave', left);
      element.removeEventListener('keydown', awake);
      element.removeEventListener('focusin', awake);
    };
  }, [stage, plays]);
  return { rests, touch: () => (rests ? wake.current() : setRests(true)) };
}
