import { Children, type ReactNode } from 'react';

/**
 * One to three cards do not stand small in a corner of a wide row. Their list says so itself: a style
 * sheet that counts takes a long list for a short one while its page is still arriving, and moves it.
 */
export const isFew = (cards: ReactNode): boolean => Children.toArray(cards).length < 4;
