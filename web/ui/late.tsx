import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useState,
} from 'react';

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
  children: (piece: ComponentType<Piece>) => ReactNode;
};

/**
 * A piece without which the page stands: where its code does not come, the page is left as it is,
 * and the piece is asked for again when there is a connection.
 */
export function Late<Piece extends object>({ code, waits, missed, children }: Props<Piece>) {
  const [asked, setAsked] = useState(0);
  const again = useCallback(() => setAsked((times) => times + 1), []);
  return (
    <Without key={asked} code={code} again={again} missed={missed} stands={waits}>
      <Suspense fallback={waits}>{children(code.piece)}</Suspense>
    </Without>
  );
}

type BoundaryProps = {
  code: { askAgain: () => void };
  again: () => void;
  missed: (() => void) | undefined;
  stands: ReactNode;
  children: ReactNode;
};

/** React tells of what failed inside of a class alone. */
class Without extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    // Whoever wants it next asks anew.
    this.props.code.askAgain();
    window.addEventListener('online', this.props.again, { once: true });
    this.props.missed?.();
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.props.again);
  }

  override render() {
    return this.state.failed ? this.props.stands : this.props.children;
  }
}
