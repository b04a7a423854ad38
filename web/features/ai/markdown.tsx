// Markdown of members and models: no HTML, no pictures, links open outside. What would take long is shown as it is written.
import './markdown.css'
import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { ScrollBox } from '#web/kit/scroll-box.tsx'
import { Formula } from './formula.tsx'
import { isFormula, isHeavy, outsideLink, withDollars } from './markdown.rules.ts'

export function OutsideLink({ link, children }: { link: string | undefined; children: ReactNode }) {
  const address = outsideLink(link)
  if (address === null) return <span>{children}</span>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const components: Components = {
  a: ({ href, children }) => <OutsideLink link={href}>{children}</OutsideLink>,
  // never fetched: a picture would tell its server who reads
  img: ({ src, alt }) => (
    <OutsideLink link={typeof src === 'string' ? src : undefined}>{`[图片] ${alt || src || ''}`}</OutsideLink>
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
