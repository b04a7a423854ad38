// Markdown of members and models: no HTML, no pictures, links only to the console. What would take long is shown as it is written.
import './markdown.css'
import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { Formula } from './formula.tsx'
import { isFormula, isHeavy, linkTarget, withDollars } from './markdown.rules.ts'

/** A record may say anything: what leads to another host is text that names it, so that nobody follows it unawares. */
export function RecordLink({ link, children }: { link: string | undefined; children: ReactNode }) {
  const target = linkTarget(link, window.location.origin)
  if (target === null) return <span>{children}</span>
  if ('host' in target) {
    // a bare address says its host itself
    const isSaid = typeof children === 'string' && children.includes(target.host)
    return <span>{isSaid ? children : [children, `（${target.host}）`]}</span>
  }
  return (
    <a href={target.address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const components: Components = {
  a: ({ href, children }) => <RecordLink link={href}>{children}</RecordLink>,
  // never fetched: a picture would tell its server who reads
  img: ({ src, alt }) => (
    <RecordLink link={typeof src === 'string' ? src : undefined}>{`[图片] ${alt || src || ''}`}</RecordLink>
  ),
  table: ({ children }) => (
    <ScrollBox className="markdown-table" label="表格">
      <table>{children}</table>
    </ScrollBox>
  ),
  pre: ({ children, node }) => {
    const [inner] = node?.children ?? []
    if (inner?.type === 'element' && String(inner.properties.className).includes('math-display')) {
      return (
        <ScrollBox className="markdown-formula-box" label="公式">
          {children}
        </ScrollBox>
      )
    }
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    return <pre tabIndex={0}>{children}</pre>
  },
  // the page's own headings come first
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  // remark-math says which code is a formula
  code: ({ className, children }) => {
    const tex = String(children)
    const isInline = className?.includes('math-inline') === true
    const isFormulaCode = isInline || className?.includes('math-display') === true
    if (isFormulaCode && isFormula(tex)) return <Formula tex={tex} isBlock={!isInline} />
    return <code>{children}</code>
  },
  input: ({ checked }) => <span>{checked ? '☑ ' : '☐ '}</span>,
}

const plugins: NonNullable<Options['remarkPlugins']> = [
  remarkGfm,
  remarkCjkFriendly,
  [remarkMath, { singleDollarTextMath: false }],
]
/** Links are judged where they are drawn. */
const keepLink = (link: string) => link

export const Markdown = memo(function Markdown({ text }: { text: string }) {
  if (isHeavy(text)) {
    return (
      <div className="markdown">
        <p className="markdown-note">内容结构过于复杂，按原文显示。</p>
        <div className="markdown-plain">{text}</div>
      </div>
    )
  }
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keepLink}>
        {withDollars(text)}
      </ReactMarkdown>
    </div>
  )
})
