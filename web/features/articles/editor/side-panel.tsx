// What stands beside the text in place of the article's fields, while one goes on writing.
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
