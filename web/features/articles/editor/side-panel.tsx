// A panel beside the text that covers the fields while the text stays editable.
import { Button } from 'antd'
import type { ReactNode } from 'react'

export function SidePanel({ title, onClosed, children }: { title: string; onClosed: () => void; children: ReactNode }) {
  return (
    <section className="article-panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button size="small" onClick={onClosed}>
          返回
        </Button>
      </header>
      {children}
    </section>
  )
}
