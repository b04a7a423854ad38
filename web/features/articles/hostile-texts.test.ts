// quality.md, the row of rich text, where the browser renders a body from its nodes: editor, preview and comparison.
// What the server stores is tested in server/features/articles/hostile-texts.test.ts.
import { getSchema } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ArticleVersion } from '#contract/articles/articles.ts'
import { tableHead } from '#contract/articles/bound-figures.ts'
import { type BodyNode, escapeHtml } from '#contract/articles/nodes.ts'
import { attacks } from '#test/hostile-html.ts'
import { extensionsWith } from '#web/kit/rich-text/rich-text-schema.ts'
import { FieldChanges } from './compare-fields.tsx'
import { CompareView } from './compare-view.tsx'
import { boundNodes } from './editor/bound-nodes.ts'

/** A minimal DOM for ProseMirror's serialiser; its nodes print themselves as HTML. */
class Part {
  readonly attributes = new Map<string, string>()
  readonly children: Part[] = []
  readonly nodeType: number = 1
  private readonly tag: string
  constructor(tag = '') {
    this.tag = tag
    if (tag === '') this.nodeType = 11
  }
  setAttribute(name: string, value: unknown) {
    this.attributes.set(name, String(value))
  }
  appendChild(child: Part): Part {
    this.children.push(child)
    return child
  }
  toString(): string {
    const inner = this.children.join('')
    if (this.tag === '') return inner
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    return `<${this.tag}${attributes.join('')}>${inner}</${this.tag}>`
  }
}
class Words extends Part {
  override readonly nodeType = 3
  private readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  override toString(): string {
    return escapeHtml(this.text)
  }
}
const page = {
  createElement: (tag: string) => new Part(tag),
  createTextNode: (text: string) => new Words(text),
  createDocumentFragment: () => new Part(),
}

const schema = getSchema([...extensionsWith(''), ...boundNodes])
function drawn(body: BodyNode): string {
  const { content } = schema.nodeFromJSON(body)
  const parts = DOMSerializer.fromSchema(schema).serializeFragment(content, { document: page as never })
  return String(parts)
}

const bodyWith = (attack: string): BodyNode => {
  const text = attack.slice(0, 200)
  const rows = [{ code: 'Q000001', priceId: '1', publication: '1', cells: tableHead.map(() => text) }]
  return {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        attrs: { align: text },
        content: [
          { type: 'text', text: attack },
          { type: 'text', text: '链接', marks: [{ type: 'link', attrs: { href: attack } }] },
          { type: 'text', text: '颜色', marks: [{ type: 'colour', attrs: { colour: text } }] },
          {
            type: 'text',
            text: '价格',
            marks: [{ type: 'priceFigure', attrs: { code: text, day: text, part: text } }],
          },
        ],
      },
      { type: 'picture', attrs: { fileId: text, alt: text, caption: text, width: text } },
      { type: 'priceTable', attrs: { day: '2026-11-20', rows, caption: text } },
      { type: 'heading', attrs: { level: 2, align: text }, content: [{ type: 'text', text: attack }] },
      { type: 'priceChart', attrs: { code: text, day: text, days: 30, title: text, unit: text, points: [] } },
    ],
  }
}

const handler = /<[^>]*\s(?:on[a-z]+|style|srcdoc|srcset|formaction|background)="/i
/** Addresses as a browser reads them. */
const addresses = (html: string) =>
  [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = '']) =>
    address
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replace(/[\s\p{Cc}]/gu, ''),
  )

describe('quality.md "rich text with script, svg, srcdoc, mXSS"', () => {
  it.each(attacks)('renders as text in editor and preview: %s', (attack) => {
    const html = drawn(bodyWith(attack))
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag))
    const known = [
      'p',
      'a',
      'span',
      'figure',
      'img',
      'figcaption',
      'div',
      'table',
      'caption',
      'tbody',
      'tr',
      'th',
      'td',
      'h2',
    ]
    expect([...tags].filter((tag) => !known.includes(tag ?? ''))).toEqual([])
    expect(html).not.toMatch(handler)
    for (const address of addresses(html)) expect(address).not.toMatch(/^(?:javascript|vbscript|data):/i)
    expect(html).toContain(escapeHtml(attack))
  })

  it.each(attacks)('renders as text in a comparison: %s', (attack) => {
    const plain = bodyWith('原文')
    for (const [before, after] of [
      [plain, bodyWith(attack)],
      [bodyWith(attack), plain],
      [bodyWith(attack), bodyWith(attack)],
    ] as const) {
      const html = renderToStaticMarkup(createElement(CompareView, { before, after }))
      const tags = (of: string) => new Set([...of.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag))
      const allowed = new Set(['div', 'span', 'label', 'input', 'ul', 'li', 'table', 'tbody', 'tr', 'td', 'ins', 'del'])
      expect([...tags(html)].filter((tag) => !allowed.has(tag ?? ''))).toEqual([])
      expect(html).not.toMatch(/<[^>]*\s(?:on[a-z]+|srcdoc|href|src)="/i)
    }
  })

  it.each(attacks)('renders as text in compared fields: %s', (attack) => {
    const texts = (text: string) => ({ title: text, subtitle: text, summary: text, source: text, author: text })
    const lists = (text: string) => ({ products: [{ id: '1', name: text }], keywords: [text], tags: [text] })
    const versionWith = (text: string) =>
      ({
        kind: 'daily',
        newsCategoryName: text,
        channels: [],
        attachments: [{ name: text }],
        coverId: null,
        ...texts(text),
        ...lists(text),
      }) as unknown as ArticleVersion
    const html = renderToStaticMarkup(
      createElement(FieldChanges, { before: versionWith('原文'), after: versionWith(attack) }),
    )
    const tags = [...html.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag)
    expect(new Set(tags)).toEqual(new Set(['dl', 'dt', 'dd', 'del', 'ins']))
    expect(html).not.toMatch(/<[^>]*\s(?:on[a-z]+|style|href|src)="/i)
  })
})
