import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useState,
} from 'react';
import { notify } from '#web/platform/notices.ts';
import { sayIn } from '#web/platform/words.ts';

/** Code that comes when it is wanted, and can be asked for again. */
export type LateCode<Piece extends object> = { piece: ComponentType<Piece>; askAgain: () => void };

export function lateCode<Piece extends object>(
  load: () => Promise<ComponentType<Piece>>,
): LateCode<Piece> {
  const ask = () => lazy(async () => ({ default: await load() })) as ComponentType<Piece>;
  const code = {
    piece: ask(),
    askAgain: () => {
      code.piece = ask();
    },
  };
  return code;
}

type Props<Piece extends object> = {
  code: LateCode<Piece>;
  /** Stands in its place until it is there. */
  waits?: ReactNode;
  /** Hears that it does not come. */
  missed?: () => void;
  /**
   * What somebody asked for is asked for again when this changes; what stands there by itself, when
   * there is a connection.
   */
  wanted?: number;
  children: (piece: ComponentType<Piece>) => ReactNode;
};

/** A piece without which the page stands: where its code does not come, the page is left as it is. */
export function Late<Piece extends object>({ code, waits, missed, ...rest }: Props<Piece>) {
  const { wanted, children } = rest;
  const [asked, setAsked] = useState(0);
  const again = useCallback(() => setAsked((times) => times + 1), []);
  return (
    <Without key={asked} {...{ code, again, missed, wanted }} stands={waits}>
      <Suspense fallback={waits}>{children(code.piece)}</Suspense>
    </Without>
  );
}

/** Says that something somebody asked for did not come, and what helps. */
export function tellMissed(): void {
  const say = sayIn('platform');
  // Some browsers keep a failed part for as long as the page lives; and after an update of the site
  // there is another in its place.
  const message = say?.(navigator.onLine ? 'error.missed' : 'error.network');
  if (message) notify({ variant: 'error', message });
}

type BoundaryProps = {
  code: { askAgain: () => void };
  again: () => void;
  missed: (() => void) | undefined;
  wanted: number | undefined;
  stands: ReactNode;
  children: ReactNode;
};

/** React tells of what failed inside of a class alone. */
class Without extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    forgetStyle(error);
    // Whoever wants it next asks anew.
    this.props.code.askAgain();
    if (this.props.wanted === undefined) {
      window.addEventListener('online', this.props.again, { once: true });
    }
    this.props.missed?.();
  }

  override componentDidUpdate({ wanted }: BoundaryProps) {
    if (this.state.failed && wanted !== this.props.wanted) this.props.again();
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.props.again);
  }

  override render() {
    return this.state.failed ? this.props.stands : this.props.children;
  }
}

/** A style sheet that did not come stands in the page as if it had, and would not be asked for again. */
function forgetStyle({ message }: Error): void {
  const [, path] = /preload CSS for (\S+)/.exec(message) ?? [];
  if (path) document.querySelector(`link[rel=stylesheet][href$="${CSS.escape(path)}"]`)?.remove();
}
