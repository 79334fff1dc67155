/** What goes wrong in a dialog takes the dialog away and says so: the screen behind goes on. After a release a part of the page may be gone. */
import { Component } from 'react';
import type { ReactNode } from 'react';
import { errorWords } from '../error-words.ts';
import { toast } from './toast/toast.ts';

interface ContainedProps {
  readonly children: ReactNode;
  /** Takes the dialog away, so that it may be opened again. Without it nothing is shown in its place any more. */
  readonly onClose?: () => void;
}

interface State {
  readonly failed: boolean;
}

export class Contained extends Component<ContainedProps, State> {
  override state: State = { failed: false };
  static getDerivedStateFromError(): State {
    return { failed: true };
  }
  override componentDidCatch(error: unknown): void {
    const { onClose } = this.props;
    toast({ title: errorWords(error), variant: 'destructive' });
    if (onClose === undefined) return;
    onClose();
    this.setState({ failed: false });
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
