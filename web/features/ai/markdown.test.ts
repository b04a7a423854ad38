// Markdown from outside is drawn inert, and quickly or not at all.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { formulaOptions } from './formula.tsx'
import { isHeavy, linkTarget, withDollars } from './markdown.rules.ts'
import { Markdown } from './markdown.tsx'

const OURS = 'https://console.example'
beforeAll(() => void vi.stubGlobal('window', { location: { origin: OURS } }))

const draw = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))
const LONG = 50_000
const filled = (part: string) => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG)

describe('operations-service-ai.md "AI" Markdown of members and models', () => {
  it('has headings, tables, lists, code and links', () => {
    const drawn = draw(
      '# 行情\n\n| 城市 | 价格 |\n| --- | ---: |\n| 上海 | 3,420 |\n\n- [x] 已查 `a`\n\n[日报](https://console.example/1?b=2)',
    )
    expect(drawn).toContain('<h3>行情</h3>')
    expect(drawn).toMatch(/<td style="text-align:right">3,420<\/td>/)
    expect(drawn).toContain('☑ ')
    expect(drawn).toContain(
      '<a href="https://console.example/1?b=2" target="_blank" rel="noopener noreferrer">日报</a>',
    )
  })

  it.each([
    ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', '<svg onload=alert(1)>'],
    ['a <b onclick="x()">b</b>', '<style>*{display:none}</style>'],
    ['<!-- --><a href="javascript:alert(1)">x</a>', '<details open ontoggle=alert(1)>'],
  ])('shows HTML as text: %s', (...texts) => {
    for (const text of texts) {
      const drawn = draw(text)
      expect(drawn).not.toMatch(/<(?:script|img|iframe|svg|b|style|a|details)[\s>]/)
      expect(drawn).toContain('&lt;')
    }
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '/system/users',
    '//evil.example',
    '\\\\evil.example',
    '#top',
    'https://',
    'mailto:a@b.cn',
  ])('does not link to %s', (link) => {
    expect(draw(`[打开](${link}) [打开](<${link}>)\n\n[再开][1]\n\n[1]: ${link}`)).not.toMatch(/<a\s|href=/)
  })

  it('fetches no picture: its name leads there where it is ours', () => {
    const drawn = draw(
      '![走势](https://console.example/p.png) ![](data:image/png;base64,AAAA) ![x](javascript:alert(1))',
    )
    expect(drawn).not.toMatch(/<img|src=/)
    expect(drawn).toContain(
      '<a href="https://console.example/p.png" target="_blank" rel="noopener noreferrer">[图片] 走势</a>',
    )
    expect(drawn.match(/<a\s/g)).toHaveLength(1)
  })

  it.each([
    '>',
    '> ',
    '- ',
    '1. ',
    '1) ',
    '> - ',
    '[',
    '![',
    '*a_b',
    'a~~b',
    '[a](',
    '[^1]',
    '`a``b',
    '|a',
    'a\n\n',
    '*a **b ',
  ])('shows 50,000 characters of %j as they are written', (part) => {
    expect(isHeavy(filled(part))).toBe(true)
    expect(draw(filled(part))).toContain('按原文显示')
  })

  it('shows lists that are nested by their indentation as they are written', () => {
    const nested = Array.from({ length: 120 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')
    expect(isHeavy(nested)).toBe(true)
  })

  it('draws 50,000 characters of ordinary answers, and the most marks that pass', () => {
    const answer =
      '**螺纹钢** 上海报 3,420 元/吨，见 [日报](https://a.cn)。\n\n| 城市 | 价格 |\n| --- | --- |\n| 上海 | 3,420 |\n\n'
    expect(draw(filled(answer))).toContain('<table>')
    const nested = '*a **b '.repeat(600)
    expect(isHeavy(nested)).toBe(false)
    expect(draw(nested)).toContain('markdown')
  })

  it('judges addresses as browsers read them', () => {
    expect(linkTarget('HTTPS://CONSOLE.example/A', OURS)).toEqual({ address: 'https://console.example/A' })
    expect(linkTarget(undefined, OURS)).toBeNull()
    expect(linkTarget('http:/evil', OURS)).toBeNull()
  })
})

describe('areas/ai.md "Shown safely, seen by whom"', () => {
  it.each([
    ['[日报](https://evil.example/login)', '日报（evil.example）'],
    ['[https://evil.example/login](https://evil.example/login)', 'https://evil.example/login'],
    ['[console.example](https://evil.example)', 'console.example（evil.example）'],
    ['https://evil.example:8443/a', 'https://evil.example:8443/a'],
    ['[a](https://console.example.evil.example)', 'a（console.example.evil.example）'],
    ['[a](https://console.example@evil.example)', 'a（evil.example）'],
    ['[a](http://console.example)', 'a（console.example）'],
    ['[a](https://cоnsole.example)', 'a（xn--cnsole-wqf.example）'],
    ['[**粗**体](https://evil.example)', '粗体（evil.example）'],
    ['![走势](https://evil.example/p.png)', '[图片] 走势（evil.example）'],
  ])('links only ours, another host is text that names it: %s', (text, shown) => {
    const drawn = draw(text)
    expect(drawn).not.toMatch(/<a\s|href=|src=/)
    expect(drawn.replaceAll(/<[^>]+>/g, '')).toBe(shown)
  })

  it('has formulas between double dollars and bracketed, and none where a dollar is a price or code', () => {
    expect(draw('均价为 $$\\frac{a+b}{2}$$，即 \\(x_1\\)。')).toMatch(
      /<span>\\frac\{a\+b\}\{2\}<\/span>.*<span>x_1<\/span>/,
    )
    for (const block of ['$$\na = b\n$$', '\\[a = b\\]', '  \\[\n  a = b\n  \\]'])
      expect(draw(`得：\n\n${block}\n\n完`), block).toMatch(/<span class="markdown-formula">\s*a = b\s*<\/span>/)
    expect(draw('原油 $70 至 $75，涨 $5')).toContain('<p>原油 $70 至 $75，涨 $5</p>')
    expect(draw('`\\(x\\)` 与 \\(未完')).toBe('<div class="markdown"><p><code>\\(x\\)</code> 与 (未完</p></div>')
    expect(withDollars('```\n\\[a\\]\n```\n\\(b\\)')).toBe('```\n\\[a\\]\n```\n$$b$$')
  })

  it('shows a formula that is too long as it is written, and gets through 50,000 characters of openings', () => {
    expect(draw(`$$${'x+'.repeat(600)}$$`)).toMatch(/<code>x\+/)
    for (const part of ['$$', '$$a', '\\(', '\\[a', '\\[\n', '\\(a\\)'])
      expect(draw(filled(part)), part).toContain('markdown')
  })

  it('draws formulas as MathML alone: no styles, no links, no pictures', async () => {
    const { default: katex } = await import('katex')
    const drawn = katex.renderToString('\\frac{a}{b}', formulaOptions(false))
    expect(drawn).toContain('<mfrac>')
    expect(drawn).not.toMatch(/style=|class="katex-html"/)
    for (const tex of ['\\href{https://a.cn}{a}', '\\includegraphics{https://a.cn/p.png}', '\\htmlStyle{color:red}{a}'])
      expect(katex.renderToString(tex, { ...formulaOptions(true), throwOnError: false }), tex).not.toMatch(
        /href=|<img|src=/,
      )
  })

  it('emphasises what ends with a Chinese full stop', () => {
    expect(draw('**真。**她')).toContain('<strong>真。</strong>她')
  })
})
