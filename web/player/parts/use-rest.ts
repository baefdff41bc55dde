import { type RefObject, useEffect, useRef, useState } from 'react';

/** So long nobody has to move until the controls step back, in milliseconds. */
const restMs = 3000;
/** While something is open, or the keyboard stands on a control, it stays in sight. */
const inUse = '[aria-expanded=true], dialog[open], [data-controls] :focus-visible';

const onControls = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-controls]') !== null;

/**
 * Whether the stage rests: the picture plays, nobody moves, and no control is in use. `wake` brings
 * the controls back; `tap` is for a finger on the picture, which wakes it and lets it rest again.
 */
export function useRest(stage: RefObject<HTMLElement | null>, plays: boolean) {
  const [rests, setRests] = useState(false);
  const wake = useRef(() => {});
  useEffect(() => {
    const element = stage.current;
    setRests(false);
    if (!element || !plays) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;
    let byMouse = false;
    const rest = () => {
      if (held || element.querySelector(inUse)) awake();
      else setRests(true);
    };
    const awake = () => {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    };
    wake.current = awake;
    awake();
    const moved = (event: PointerEvent) => {
      byMouse = event.pointerType === 'mouse';
      // What a finger on the picture means is known when it is lifted.
      if (event.pointerType !== 'touch' || onControls(event)) awake();
    };
    const pressed = (event: PointerEvent) => {
      // The menu of the second button may swallow that it is lifted.
      held = event.button === 0 && onControls(event);
      moved(event);
    };
    const lifted = () => {
      held = false;
    };
    // After a tap some browsers tell of a mouse that was never there, and leaves.
    const left = () => byMouse && rest();
    element.addEventListener('pointermove', moved);
    element.addEventListener('pointerdown', pressed);
    element.addEventListener('pointerleave', left);
    element.addEventListener('keydown', awake);
    element.addEventListener('focusin', awake);
    window.addEventListener('pointerup', lifted);
    window.addEventListener('pointercancel', lifted);
    return () => {
      wake.current = () => {};
      clearTimeout(timer);
      element.removeEventListener('pointermove', moved);
      element.removeEventListener('pointerdown', pressed);
      element.removeEventListener('pointerleave', left);
      element.removeEventListener('keydown', awake);
      element.removeEventListener('focusin', awake);
      window.removeEventListener('pointerup', lifted);
      window.removeEventListener('pointercancel', lifted);
    };
  }, [stage, plays]);
  return {
    rests,
    wake: () => wake.current(),
    tap: () => (rests ? wake.current() : setRests(true)),
  };
}
