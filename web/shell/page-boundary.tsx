// One page's failure stays that page's: the others, and the shell, go on.
import { Component, type ReactNode } from 'react'
import { StatusPage } from './status-page.tsx'

type Props = { onReset: () => void; children: ReactNode }

/** A chunk that is gone: a new release has been deployed since this page was loaded. */
const isGone = (error: Error) =>
  /dynamically imported module|module script failed|Importing a module/i.test(error.message)

export class PageBoundary extends Component<Props, { error: Error | null }> {
  override state = { error: null as Error | null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    if (isGone(error)) {
      const action = { label: '刷新', onClick: () => location.reload() }
      return (
        <StatusPage
          code="500"
          title="页面没能加载"
          text="系统可能刚刚更新过，或者网络中断，刷新后再试。"
          action={action}
        />
      )
    }
    const action = {
      label: '重新加载',
      onClick: () => {
        this.setState({ error: null })
        this.props.onReset()
      },
    }
    return (
      <StatusPage code="500" title="页面出错了" text="这个页面遇到了意外问题，其他页面不受影响。" action={action} />
    )
  }
}
