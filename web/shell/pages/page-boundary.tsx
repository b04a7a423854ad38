// Error boundary of one page: other pages and the shell keep working. The error is logged under the id that the page
// shows, so that people can report it.
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { recordError } from '#web/lib/errors/error-log.ts'
import { textsNow } from '../texts/texts.ts'
import { isGone } from './reach.ts'
import { StatusPage } from './status-page.tsx'

type Props = { onReset: () => void; children: ReactNode }
type State = { error: Error | null; id: string }

export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, id: '' }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.setState({ id: recordError('page', error, componentStack ?? '') })
  }

  override render() {
    const { error, id } = this.state
    if (!error) return this.props.children
    const { broken, reload } = textsNow()
    const number = id && <p className="status-page-id">{broken.id(id)}</p>
    if (isGone(error)) {
      const action = { label: reload, onClick: () => location.reload() }
      return <StatusPage code="500" title={broken.goneTitle} text={broken.goneText} action={action} extra={number} />
    }
    const action = {
      label: broken.again,
      onClick: () => {
        this.setState({ error: null, id: '' })
        this.props.onReset()
      },
    }
    return <StatusPage code="500" title={broken.title} text={broken.text} action={action} extra={number} />
  }
}
